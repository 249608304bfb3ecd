/**
 * What one field may need upstream at worst: the figures behind a query's requested cost. They
 * follow from how the loaders ask — in batches of at least a hundred keys, lists of settings
 * once, scans up to their limit — and lie on the safe side where that depends on the data.
 */

import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { type GraphQLOutputType, getNamedType, getNullableType, isListType } from 'graphql';

/** Calls below a field for `parents` objects that have it. */
export interface FieldCost {
  readonly calls: number;
  /** Calls that a request makes once, however often it asks: by what they fetch. */
  readonly once?: Readonly<Record<string, number>>;
  /** Objects of the field's type below one parent. */
  readonly rows: number;
}

type Args = Readonly<Record<string, unknown>>;
type Rule = (parents: number, args: Args, below: ReadonlySet<string>) => FieldCost;

/** Keys of one batch at least. */
const batch = 100;
/** Size of a page nobody gave a size for. */
const pageSize = 20;
/** Objects in a list that is no connection: parties of a call, matches of a party. */
const listSize = 50;
/** Pages of a bounded scan, and of finding a cursor's place again. */
const scanPages = 20;
const rewalkPages = 25;
/** Pages of the list of all users at most. */
const userPages = 200;
/** Pages the participant index reads when it is asked about time it does not cover. */
const fillPages = 40;

const batches = (keys: number): number => Math.ceil(keys / batch);
const free: FieldCost = { calls: 0, rows: 1 };
const everybody = { users: userPages };

/** By-price loading of users: gets for some, pages of the list for many. */
const usersById = (keys: number): number => Math.min(keys, userPages) + 1;
/** People by e-mail and id: one query for the keys, one for what else is selected. */
const people = (keys: number): number => 2 * batches(keys);

function size(args: Args): number {
  const asked = args.first ?? args.last;
  return typeof asked === 'number' && asked >= 0 ? asked : pageSize;
}

const resumes = (args: Args): boolean => args.after != null || args.before != null;
const filters = (args: Args): boolean =>
  Object.values((args.filter ?? {}) as object).some((v) => v != null);

/** A walk over the platform's pages, for each parent. */
const walk: Rule = (parents, args) => ({
  calls:
    parents *
    (2 + batches(size(args)) + (resumes(args) ? rewalkPages : 0) + (filters(args) ? scanPages : 0)),
  rows: size(args),
});

/** Rows grouped under their parents: one list for a hundred of them, as many pages as rows are wanted. */
const grouped: Rule = (parents, args) => ({
  calls:
    batches(parents) *
    (1 +
      Math.ceil(((size(args) + 1) * Math.min(parents, batch)) / batch) +
      (resumes(args) ? scanPages : 0)),
  rows: size(args),
});

/** Calls the index names, then loaded by id. */
const indexed: Rule = (parents, args) => ({
  calls: batches(parents) + 2 * batches(parents * size(args)) + parents,
  once: { index: fillPages },
  rows: size(args),
});

const children: Rule = (parents, args, below) => ({
  // Gone on with, a window is each parent's own query; else one subquery serves all.
  calls:
    (resumes(args) ? parents : batches(parents)) +
    batches(parents) +
    (below.has('totalCount') ? batches(parents) : 0),
  rows: size(args),
});

/** What the index tells of a record: its people, where the record's own query did not bring all of them. */
const insight: Rule = (parents) => ({
  calls: batches(parents) + parents,
  once: { index: fillPages },
  rows: 1,
});

/** Stretches of a list that are read for a condition the CRM does not evaluate, and naming its candidates. */
const scanStretches = 2 * 10 + 4;

const crmList: Rule = (parents, args, below) => ({
  calls:
    parents *
    (2 +
      (below.has('totalCount') ? 1 : 0) +
      (asksIndex(args.filter) ? scanStretches + size(args) : 0)),
  once: { index: asksIndex(args.filter) ? fillPages : 0 },
  rows: size(args),
});

function asksIndex(filter: unknown): boolean {
  const { lastCall, and } = (filter ?? {}) as { lastCall?: unknown; and?: unknown };
  return lastCall != null || (Array.isArray(and) && and.some(asksIndex));
}

const matches: Rule = (parents) => ({ calls: 2 * people(parents * listSize), rows: listSize });
/** Records with one address: few share it. */
const sharing: Rule = (parents) => ({ calls: people(parents), rows: 5 });
const match: Rule = (parents) => ({ calls: 2 * people(parents), rows: 1 });
const setting =
  (what: string): Rule =>
  () => ({ calls: 0, once: { [what]: 2 }, rows: 1 });
const settings =
  (what: string): Rule =>
  (_parents, args) => ({ calls: 0, once: { [what]: 2 }, rows: size(args) });
const statistic: Rule = (parents) => ({ calls: batches(parents), rows: 1 });

/** Rows for all users, or for those named. */
const statistics: Rule = (parents, args) => {
  const named = Array.isArray(args.users) ? args.users.length : null;
  return {
    calls: parents * (1 + (named === null ? userPages : batches(named))),
    once: named === null ? everybody : {},
    rows: size(args),
  };
};

const byFieldName: Readonly<Record<string, Rule>> = {
  'Query.node': (parents) => ({ calls: 2 * parents, once: { settings: 4 }, rows: 1 }),
  'Query.nodes': (parents, { ids }) => {
    const count = Array.isArray(ids) ? ids.length : 1;
    return { calls: 2 * parents * count, once: { settings: 4 }, rows: count };
  },
  'Query._entities': (parents, { representations }) => {
    const count = Array.isArray(representations) ? representations.length : 1;
    return { calls: 2 * parents * count, once: { settings: 4 }, rows: count };
  },
  'Query._service': () => free,
  'Query.calls': walk,
  'Query.users': walk,
  'Query.answeredScorecards': walk,
  'Query.activity': statistics,
  'Query.dailyActivity': statistics,
  'Query.interaction': statistics,
  'Query.coaching': (parents, args) => ({ calls: parents, rows: size(args) }),
  'Query.search': (parents, { types, first }) => {
    const kinds = Array.isArray(types) ? types.length : 4;
    return { calls: parents, rows: kinds * (typeof first === 'number' ? first : 25) };
  },
  'Query.soql': (parents, args) => ({
    calls: parents * (2 + (resumes(args) ? scanPages : 0)),
    rows: size(args),
  }),
  'PeopleSpokenWith.people': () => free,
  'PersonSpokenWith.contacts': sharing,
  'PersonSpokenWith.leads': sharing,
  'PersonSpokenWith.crmUsers': sharing,
  'Query.workspaces': settings('workspaces'),
  'Query.trackers': settings('trackers'),
  'Query.scorecards': settings('scorecards'),
  'Query.libraryFolders': (parents, args) => ({ calls: parents, rows: size(args) }),
  'Query.indexStatus': () => free,
  'Workspace.calls': walk,
  'Workspace.libraryFolders': (parents, args) => ({ calls: parents, rows: size(args) }),
  'Workspace.trackers': settings('trackers'),
  'Workspace.scorecards': settings('scorecards'),
  'LibraryFolder.calls': (parents, args) => ({
    calls:
      parents * (2 + batches(size(args)) + (resumes(args) ? rewalkPages : 0)) +
      batches(parents * size(args)),
    rows: size(args),
  }),
  // The folders of a library came with the folder they are asked of.
  'LibraryFolder.children': (_parents, args) => ({
    calls: 0,
    once: { folders: 2 },
    rows: size(args),
  }),
  'LibraryFolder.parent': () => ({ calls: 0, once: { folders: 2 }, rows: 1 }),
  'User.activity': statistic,
  'User.dailyActivity': (parents) => ({ calls: batches(parents), rows: 31 }),
  'User.interaction': statistic,
  'User.calls': (parents, args) => ({
    calls: batches(parents) + batches(parents * size(args)),
    rows: size(args),
  }),
  'User.coaching': (parents, args) => ({ calls: parents, rows: size(args) }),
  'User.directReports': (_parents, args) => ({ calls: 0, once: everybody, rows: size(args) }),
  'User.crmUsers': matches,
  'CrmUser.users': () => ({ calls: 0, once: everybody, rows: listSize }),
  'Call.transcript': (parents) => ({ calls: batches(parents), rows: 1 }),
  'Call.accounts': (parents) => ({ calls: 4 * people(parents * listSize), rows: listSize }),
  'Call.opportunities': matches,
  'Call.contacts': matches,
  'Call.leads': matches,
  'Party.contact': match,
  'Party.lead': match,
  'Party.crmUser': match,
  'Party.contactMatches': matches,
  'Party.leadMatches': matches,
  'Party.crmUserMatches': matches,
};

/** Objects of these types are looked up by id, unless the row around them holds them. */
const byType: Readonly<Record<string, Rule>> = {
  User: (parents) => ({ calls: usersById(parents), rows: 1 }),
  Call: (parents) => ({ calls: 2 * batches(parents), rows: 1 }),
  AnsweredScorecard: (parents) => ({ calls: batches(parents), rows: 1 }),
  Workspace: setting('workspaces'),
  Scorecard: setting('scorecards'),
  Tracker: setting('trackers'),
};

const ids: ReadonlySet<string> = new Set(['id', 'upstreamId']);
const insights: ReadonlySet<string> = new Set(['LastCall', 'CallsPerPeriod', 'TrackersOverTime']);

/** Fields of connections, edges, matches and groups: their rows are there already. */
const inner = /(Connection|Edge|Match|Group|Coverage)$/;

export function costOf(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  parents: number,
  args: Args,
  below: ReadonlySet<string>,
): FieldCost {
  const named = getNamedType(field.type).name;
  const own = byFieldName[`${type.name}.${field.name}`];
  if (own !== undefined) return own(parents, args, below);
  if (inner.test(type.name)) return { calls: 0, rows: isList(field.type) ? listSize : 1 };
  const crm = field.extensions.crm as { readonly kind?: string } | undefined;
  if (field.name === 'relatedCalls') return indexed(parents, args, below);
  // People are counted with the field that says how many.
  if (named === 'PeopleSpokenWith') return { ...insight(parents, args, below), rows: size(args) };
  if (insights.has(named)) return insight(parents, args, below);
  if (named === 'AnsweredScorecardConnection') return grouped(parents, args, below);
  if (crm?.kind === 'children') return children(parents, args, below);
  // A reference of which nothing but the id is asked is in the row that holds it.
  const reference =
    crm?.kind === 'parent' || (type.name !== 'Query' && byType[named] !== undefined);
  if (reference && !isList(field.type) && [...below].every((name) => ids.has(name))) return free;
  // A reference may lead to several objects, each its own query.
  if (crm?.kind === 'parent') return { calls: 3 * batches(parents), rows: 1 };
  if (type.name === 'Query') {
    if (named.endsWith('Connection')) return crmList(parents, args, below);
    return { calls: 2 * parents, once: { settings: 4 }, rows: isList(field.type) ? size(args) : 1 };
  }
  const rule = byType[named];
  if (rule !== undefined) return rule(parents, args, below);
  return { calls: 0, rows: isList(field.type) ? listSize : 1 };
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}
