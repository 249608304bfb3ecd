/** Apollo Server with DataLoader, as a good team would have it after a week. */

import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import DataLoader from 'dataloader';
import * as data from './data.ts';
import { typeDefs } from './schema.ts';

type Shape = data.Shape;
type Context = ReturnType<typeof createContext>;
type Args = { readonly first: number };

/** Loaders of one request; each key is loaded once in it. */
function createContext() {
  const records = new Map<data.ObjectName, DataLoader<string, Shape | null>>();
  const groups = new Map<string, DataLoader<string, Shape[]>>();
  return {
    record(object: data.ObjectName, id: string | null): Promise<Shape | null> | null {
      if (!id) return null;
      let loader = records.get(object);
      if (loader === undefined) {
        loader = new DataLoader((ids) => data.byId(object, ids));
        records.set(object, loader);
      }
      return loader.load(id);
    },
    children(name: data.ChildName, parent: string, first: number): Promise<Shape[]> {
      const key = `${name} ${first}`;
      let loader = groups.get(key);
      if (loader === undefined) {
        loader = new DataLoader((parents) => data.children(name, parents, first));
        groups.set(key, loader);
      }
      return loader.load(parent);
    },
    users: new DataLoader((ids: readonly string[]) => data.users(ids)),
    people: new DataLoader((keys: readonly data.PersonKey[]) => data.people(keys)),
  };
}

const nodes = async (rows: Promise<Shape[]>) => ({ nodes: await rows });
const children =
  (name: data.ChildName) =>
  (row: Shape, { first }: Args, context: Context) =>
    nodes(context.children(name, row.id, first));
const record =
  (object: data.ObjectName, key: string) => (row: Shape, _args: unknown, context: Context) =>
    context.record(object, row[key]);

const server = new ApolloServer<Context>({
  typeDefs,
  introspection: false,
  nodeEnv: 'production',
  resolvers: {
    Query: {
      accounts: (_root: unknown, args: data.AccountsArgs) => nodes(data.accounts(args)),
      opportunities: (_root: unknown, args: data.OpportunitiesArgs) =>
        nodes(data.opportunities(args)),
      calls: (_root: unknown, args: data.CallsArgs) => nodes(data.calls(args)),
    },
    Account: {
      owner: record('User', 'ownerId'),
      contacts: children('contacts'),
      opportunities: children('opportunities'),
      tasks: children('tasks'),
    },
    Contact: { owner: record('User', 'ownerId'), account: record('Account', 'accountId') },
    Opportunity: {
      owner: record('User', 'ownerId'),
      account: record('Account', 'accountId'),
      opportunityContactRoles: children('opportunityContactRoles'),
    },
    OpportunityContactRole: { contact: record('Contact', 'contactId') },
    Call: {
      primaryUser: (row: Shape, _args: unknown, context: Context) =>
        context.users.load(row.primaryUserId),
    },
    Party: { contact: (row: Shape, _args: unknown, context: Context) => context.people.load(row) },
  },
});

const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async () => createContext(),
});
process.stdout.write(`Graph ${url}\n`);
