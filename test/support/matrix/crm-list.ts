/** The CRM's lists: of every object at the root, of every relation below its parents, aggregates, search, and free statements. */

import { getNullableType, isEnumType } from 'graphql';
import type { CrmChild, CrmObject } from '../../../src/contract/crm/model.ts';
import { pluralName } from '../../../src/graph/crm/query-field.ts';
import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { TruthRow } from '../truth.ts';
import { model, schema } from '../world.ts';
import { mostFrequent, type RawTables } from './raw-table.ts';
import { connectionRow, type MatrixList, type Owner } from './row.ts';

/** Lists with enough rows for several windows stand for those made by the same declaration. */
const examples = new Set([
  'Query.accounts',
  'Query.tasks',
  'Query.campaignMembers',
  'Account.contacts',
  'Account.opportunities',
  'Campaign.campaignMembers',
  'Query.contactsAggregate',
  'Query.tasksAggregate',
]);

/** Their records come only by the file or the record they hang on. */
const needsFilter = new Set(['ContentDocumentLink']);

const roots: readonly MatrixList[] = model.objects
  .filter(({ name }) => !needsFilter.has(name))
  .map((object) => {
    const field = `Query.${pluralName(object)}`;
    return connectionRow(field, {
      kind: 'CRM list',
      windows: 'both',
      example: examples.has(field),
      owners: async (raw) => [
        { id: null, truth: (await raw.table(object.name, plainField(object))).map(({ Id }) => Id) },
      ],
    });
  });

/** A field every record can be asked for. */
const plainField = (object: CrmObject): string =>
  object.fields.some(({ name }) => name === 'CreatedDate') ? 'CreatedDate' : object.nameField;

function childList(parent: CrmObject, child: CrmChild): MatrixList {
  const field = `${parent.typeName}.${child.graphName}`;
  return connectionRow(field, {
    kind: 'CRM relation',
    // Null is how the CRM writes that there are no children.
    inside: 'row',
    windows: 'both',
    example: examples.has(field),
    async owners(raw) {
      const rows = await raw.table(child.object, child.field);
      const parents = mostFrequent(
        rows.map((row) => row[child.field]).filter((id) => isOf(parent, id)),
        3,
      );
      return parents.map((id) => ({
        id: encodeGlobalId(parent.typeName, id),
        truth: rows.filter((row) => row[child.field] === id).map(({ Id }) => Id),
      }));
    },
  });
}

const isOf = (object: CrmObject, id: string | null): boolean =>
  id?.startsWith(object.keyPrefix) ?? false;

function aggregateList(object: CrmObject): MatrixList {
  const field = `Query.${pluralName(object)}Aggregate`;
  const groups = schema.getType(`${object.typeName}GroupField`);
  const names = isEnumType(groups) ? groups.getValues().map(({ name }) => name) : [];
  const by = [
    ...(object.name === 'Contact' ? (['AccountId'] as const) : []),
    'OwnerId',
    'CreatedById',
  ].find(
    (name) =>
      names.includes(screamingOf(name)) && object.fields.some((field) => field.name === name),
  );
  const groupBy = by === undefined ? '' : `, groupBy: [{field: ${screamingOf(by)}}]`;
  return {
    name: field,
    covers: [field, `${object.typeName}Group.keys`],
    host: 'Query',
    kind: 'CRM aggregate',
    inside: 'value',
    example: examples.has(field),
    windows: 'none',
    announced: true,
    async owners(raw) {
      const rows = await raw.table(object.name, by ?? plainField(object));
      const counts = Map.groupBy(rows, (row) => (by === undefined ? '' : row[by]));
      return [{ id: null, truth: [...counts].map(([value, own]) => `${value}: ${own.length}`) }];
    },
    ask: () => `${pluralName(object)}Aggregate(first: 200${groupBy}) { count keys { value } }`,
    items: (value) => value as readonly unknown[],
    key: (item: { count: number; keys: readonly { value: string | null }[] }) =>
      `${item.keys.map(({ value }) => String(value)).join()}: ${item.count}`,
  };
}

const screamingOf = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();

/** The three users with most deals, and what the raw tables hold of them. */
async function owners(
  raw: RawTables,
  truth: (own: readonly TruthRow[]) => readonly string[],
): Promise<readonly Owner[]> {
  const rows = await raw.table('Opportunity', 'OwnerId');
  return mostFrequent(
    rows.map(({ OwnerId }) => OwnerId),
    3,
  ).map((id) => ({
    id: encodeGlobalId('CrmUser', id),
    truth: truth(rows.filter(({ OwnerId }) => OwnerId === id)),
  }));
}

const userDeals: readonly MatrixList[] = [
  connectionRow('CrmUser.opportunities', {
    kind: 'CRM list',
    windows: 'both',
    example: false,
    owners: (raw) => owners(raw, (own) => own.map(({ Id }) => Id)),
  }),
  {
    name: 'DealFigures.amounts',
    covers: ['DealFigures.amounts'],
    host: 'CrmUser',
    kind: 'CRM aggregate',
    inside: 'value',
    sums: true,
    example: false,
    windows: 'none',
    announced: true,
    owners: (raw) => owners(raw, (own) => [`USD: ${own.length}`]),
    ask: () => 'dealFigures { count amounts { currency } }',
    items: (value) => {
      const { count, amounts } = (value ?? { count: null, amounts: [null] }) as TruthRow;
      return amounts.map((one: TruthRow | null) => one && `${one.currency}: ${count}`);
    },
    key: (item: string) => item,
  },
];

/** Rows of the same fields, asked otherwise. */
const others: readonly MatrixList[] = [
  connectionRow('Query.contentDocumentLinks', {
    kind: 'CRM list',
    windows: 'both',
    example: false,
    args: 'filter: {contentDocument: {title: {ne: "-"}}}',
    owners: async (raw) => [
      { id: null, truth: (await raw.table('ContentDocumentLink')).map(({ Id }) => Id) },
    ],
  }),
  connectionRow('Query.contacts', {
    kind: 'CRM list',
    variant: 'ordered',
    windows: 'both',
    ordered: true,
    args: 'filter: {lastName: {lt: "F"}}, orderBy: [{field: EMAIL, direction: DESC}]',
    owners: async (raw) => [
      {
        id: null,
        truth: (await raw.table('Contact', 'LastName'))
          .filter(({ LastName }) => LastName.toUpperCase() < 'F')
          .map(({ Id }) => Id),
      },
    ],
  }),
  ...(
    [
      ['of all', 'SELECT Id FROM Campaign', 'Campaign'],
      ['ordered', 'SELECT Id, Name FROM Account ORDER BY Name', 'Account'],
      ['LIMIT', 'SELECT Id, LastName FROM Contact ORDER BY LastName DESC LIMIT 900', 'Contact'],
    ] as const
  ).map(([variant, q, object]) =>
    connectionRow('Query.soql', {
      kind: 'free SOQL',
      inside: 'value',
      variant,
      windows: 'forward',
      args: `query: ${JSON.stringify(q)}`,
      node: 'values',
      owners: async (raw) => [{ id: null, truth: (await raw.table(object)).map(({ Id }) => Id) }],
      key: (item: { values: readonly string[] }) => item.values[0]!,
    }),
  ),
  {
    name: 'Query.search',
    covers: ['Query.search'],
    host: 'Query',
    kind: 'search',
    example: true,
    windows: 'none',
    announced: false,
    owners: async (raw) => [
      {
        id: null,
        truth: (
          await raw.statement(
            'FIND {renewal*} IN ALL FIELDS RETURNING Opportunity(Id LIMIT 200), Task(Id LIMIT 200)',
            'search',
          )
        ).map(({ Id }) => Id),
      },
    ],
    ask: () => 'search(term: "renewal", types: [OPPORTUNITY, TASK], first: 200) { upstreamId }',
    items: (value) => value as readonly unknown[],
    key: (item: { upstreamId: string }) => item.upstreamId,
  },
];

const relations = model.objects.flatMap((object) => {
  const type = schema.getType(object.typeName);
  const fields = type !== undefined && 'getFields' in type ? type.getFields() : {};
  return object.children
    .filter(({ graphName }) => getNullableType(fields[graphName]?.type) !== undefined)
    .map((child) => childList(object, child));
});

export const crmLists: readonly MatrixList[] = [
  ...roots,
  ...relations,
  ...model.objects.map(aggregateList),
  ...others,
  ...userDeals,
];
