/** The graph's fields as additional resolvers, which ask the subgraphs' root fields by key, batched by the gateway. */

import * as data from './data.ts';
import { byScheduled, quoted } from './upstream.ts';

type Shape = data.Shape;
// biome-ignore lint/suspicious/noExplicitAny: the gateway's context has the subgraphs it was composed of.
type Context = any;

const q = (statement: string) => ({ input: { params: { q: statement } } });
const fields = (of: data.ObjectName) => data.columns[of].replaceAll(',', '');
const records = (inner: string) => `{ result { records { ${inner} } } }`;

/** The rows of one statement, shaped. */
const query = async (
  of: 'Account' | 'Opportunity',
  rest: string,
  [root, context, info]: readonly [unknown, Context, unknown],
) => ({
  nodes: await context.crm.Query[`crm${of}`]({
    root,
    context,
    info,
    args: q(`SELECT ${data.columns[of]} FROM ${of} ${rest}`),
    selectionSet: records(fields(of)),
    valuesFromResults: ({ result }: Shape) => result.records.map(data.shapes[of]),
  }),
});

const dataLoaderOptions = { maxBatchSize: 400 };

type KeyedName = 'Account' | 'Contact' | 'User';

const byKey = (of: KeyedName, keyName: string) => ({
  resolve: (root: Shape, _args: unknown, context: Context, info: unknown) =>
    context.crm.Query[`crm${of}`]({
      root,
      context,
      info,
      key: root[keyName],
      argsFromKeys: (ids: string[]) =>
        q(
          `SELECT ${data.columns[of]} FROM ${of} WHERE Id IN (${quoted([...ids].sort())}) LIMIT ${ids.length}`,
        ),
      selectionSet: records(fields(of)),
      valuesFromResults: ({ result }: Shape, ids: string[]) => {
        const rows = result.records.map(data.shapes[of]);
        const found = new Map(rows.map((row: Shape) => [row.id, row]));
        return ids.map((id) => found.get(id) ?? null);
      },
      dataLoaderOptions,
    }),
});

/** Children of all parents in one statement. The key says how many, since loaders are not told apart by it. */
const children = (name: data.ChildName) => {
  const [of, relationship, child] = data.relationships[name];
  return {
    resolve: (root: Shape, { first }: { first: number }, context: Context, info: unknown) =>
      context.crm.Query[`crm${of}`]({
        root,
        context,
        info,
        key: `${root.id} ${first}`,
        argsFromKeys: (keys: string[]) => {
          const asked = keys.map((key) => key.split(' '));
          const ids = [...new Set(asked.map(([id]) => id!))].sort();
          const most = Math.max(...asked.map(([, count]) => Number(count)));
          return q(
            `SELECT Id, (SELECT ${data.columns[child]} FROM ${relationship} ORDER BY Id LIMIT ${most}) FROM ${of} WHERE Id IN (${quoted(ids)}) LIMIT ${ids.length}`,
          );
        },
        selectionSet: records(`Id ${relationship} { records { ${fields(child)} } }`),
        valuesFromResults: ({ result }: Shape, keys: string[]) => {
          const found = new Map<string, Shape[]>(
            result.records.map((row: Shape) => [
              row.Id,
              (row[relationship]?.records ?? []).map(data.shapes[child]),
            ]),
          );
          return keys.map((key) => {
            const [id, count] = key.split(' ');
            return { nodes: (found.get(id!) ?? []).slice(0, Number(count)) };
          });
        },
        dataLoaderOptions: { maxBatchSize: 200 },
      }),
  };
};

/** All users of the platform, read once a request: there is no filter by several ids. */
const users = new WeakMap<object, Promise<Map<string, Shape>>>();

async function readUsers(root: unknown, context: Context, info: unknown) {
  const found = new Map<string, Shape>();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { result, connector_metadata } = await context.callData.Query.userList({
      root,
      context,
      info,
      args: { input: { params: cursor ? { cursor } : {} } },
      selectionSet:
        '{ result { id firstName lastName title } connector_metadata { pagination { cursor } } }',
    });
    for (const row of result) found.set(row.id, data.userShape(row));
    cursor = connector_metadata?.pagination?.cursor ?? null;
  }
  return found;
}

const callFields =
  '{ result { metaData { id scheduled title started duration primaryUserId } parties { name affiliation emailAddress context { objects { objectType objectId } } } } }';

export const additionalResolvers = {
  Query: {
    accounts: (root: unknown, args: data.AccountsArgs, context: Context, info: unknown) =>
      query('Account', data.accountsRest(args), [root, context, info]),
    opportunities: (root: unknown, args: data.OpportunitiesArgs, context: Context, info: unknown) =>
      query('Opportunity', data.opportunitiesRest(args), [root, context, info]),
    calls: async (
      root: unknown,
      { first, filter }: data.CallsArgs,
      context: Context,
      info: unknown,
    ) => {
      const { result } = await context.callData.Query.callList({
        root,
        context,
        info,
        args: {
          input: {
            params: {
              filter: { fromDateTime: filter?.from },
              contentSelector: { context: 'Extended', exposedFields: { parties: true } },
            },
          },
        },
        selectionSet: callFields,
      });
      return { nodes: byScheduled(result).slice(0, first).map(data.callShape) };
    },
  },
  Account: {
    owner: byKey('User', 'ownerId'),
    contacts: children('contacts'),
    opportunities: children('opportunities'),
    tasks: children('tasks'),
  },
  Contact: { owner: byKey('User', 'ownerId'), account: byKey('Account', 'accountId') },
  Opportunity: {
    owner: byKey('User', 'ownerId'),
    account: byKey('Account', 'accountId'),
    opportunityContactRoles: children('opportunityContactRoles'),
  },
  OpportunityContactRole: { contact: byKey('Contact', 'contactId') },
  Call: {
    primaryUser: async (root: Shape, _args: unknown, context: Context, info: unknown) => {
      let read = users.get(context);
      if (read === undefined) {
        read = readUsers(root, context, info);
        users.set(context, read);
      }
      return (await read).get(root.primaryUserId) ?? null;
    },
  },
  Party: {
    contact: (root: Shape, _args: unknown, context: Context, info: unknown) =>
      root.contactIds.length === 0 && root.email === null
        ? null
        : context.crm.Query.crmContact({
            root,
            context,
            info,
            key: { contactIds: root.contactIds, email: root.email },
            argsFromKeys: (keys: data.PersonKey[]) =>
              q(`SELECT ${data.columns.Contact} FROM Contact ${data.peopleRest(keys)}`),
            selectionSet: records(fields('Contact')),
            valuesFromResults: ({ result }: Shape, keys: data.PersonKey[]) =>
              data.matchPeople(result.records.map(data.shapes.Contact), keys),
          }),
  },
};
