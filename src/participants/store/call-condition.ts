/** Call conditions in SQL: the values of a call's columns, its duration, its title and its facets. */

import { cleanText } from '../../contract/email-address.ts';
import { memberAt } from '../../contract/member-at.ts';
import { facetKinds } from '../call-facet.ts';
import type { IndexFilter, ParticipantKeys } from '../call-query.ts';
import { shortTitle, sortableId, unfoldedTitle } from '../indexed-call.ts';
import { keyKinds, normaliseCrmId, normaliseUserId, shortText } from '../match-key.ts';
import { absentCondition, absentList, absentTable } from './absent-condition.ts';
import type { Dialect, SqlValue } from './database.ts';
import {
  crowdCondition,
  peopleColumns,
  peopleCondition,
  peopleTables,
  peopleValues,
} from './people-condition.ts';
import { readsTurns, saidCondition, saidList, saidTables } from './said-condition.ts';

type FilteredQueries = readonly { readonly filter?: IndexFilter | undefined }[];

interface ValueList {
  readonly column: string;
  readonly valuesOf: (filter: IndexFilter) => readonly string[] | null | undefined;
  /** Value in its stored form; null for a value that no call can have. */
  readonly stored: (value: string) => string | null;
}

/** Columns that a filter restricts by a list of values. */
const valueLists: readonly ValueList[] = [
  { column: 'id', valuesOf: ({ calls }) => calls, stored: sortableId },
  { column: 'direction', valuesOf: ({ directions }) => directions, stored: shortText },
  { column: 'scope', valuesOf: ({ scopes }) => scopes, stored: shortText },
  { column: 'host', valuesOf: ({ hosts }) => hosts, stored: normaliseUserId },
  { column: 'system', valuesOf: ({ systems }) => systems, stored: shortText },
  { column: 'language', valuesOf: ({ languages }) => languages, stored: shortText },
  {
    column: 'workspace',
    valuesOf: ({ workspaceId }) => (workspaceId == null ? null : [workspaceId]),
    stored: shortText,
  },
];

const bitOf = (name: string): number => 1 << valueLists.findIndex(({ column }) => column === name);

/** Bits of the lists of hosts and ids in `lists`. */
export const hostsBit = bitOf('host');
export const callsBit = bitOf('id');

/** Columns of a window's row for the conditions. */
export const conditionColumns = {
  /** Bits of the filter's value lists, by their index in `valueLists`. */
  lists: 'integer',
  /** Values of these lists, as JSON rows of the list's bit and a value. */
  allowed: 'text',
  min_duration: 'integer',
  max_duration: 'integer',
  title: 'text',
  unfolded_title: 'text',
  facets: 'text',
  marked: 'integer',
  ...peopleColumns,
  absent: 'text',
  said: 'text',
  /** JSON rows of one record's id. */
  unlinked: 'text',
} as const;

/** Values of a filter in the order of `conditionColumns`. */
export function conditionValues(dialect: Dialect, filter: IndexFilter): SqlValue[] {
  const lists = valueLists.map(({ valuesOf }) => valuesOf(filter) ?? null);
  const allowed = valueLists.flatMap(({ stored }, at) =>
    storedValues(lists[at] ?? [], stored).map((value) => [1 << at, value] as const),
  );
  return [
    lists.reduce((bits, list, at) => (list === null ? bits : bits | (1 << at)), 0),
    allowed.length > 0 ? JSON.stringify(allowed) : null,
    filter.minDurationSeconds ?? null,
    filter.maxDurationSeconds ?? null,
    filter.title ? shortTitle(filter.title) : null,
    filter.title ? unfoldedTitle(filter.title) : null,
    filter.facets ? facetList(filter) : null,
    filter.facets?.length ?? null,
    ...peopleValues(filter),
    absentList(filter),
    saidList(dialect, filter),
    filter.notLinkedTo
      ? JSON.stringify(storedValues(filter.notLinkedTo, normaliseCrmId).map((id) => [id]))
      : null,
  ];
}

function storedValues(
  values: readonly string[],
  stored: (value: string) => string | null,
): readonly string[] {
  return [...new Set(values.map(stored))].filter((value) => value !== null);
}

/** JSON rows of the table `wanted`: each value of each facet filter, with the kind of record that a viewer's tells of. */
const facetList = ({ facets, visibleBy }: IndexFilter): string =>
  JSON.stringify(
    (facets ?? []).flatMap(({ kind, values, least = 1 }, at) =>
      storedValues(values, (value) => cleanText(value) ?? null).map((value) => {
        const owner = visibleBy && kind === 'field' ? ownerOfField(value) : null;
        return [at, facetKinds[kind], value, least, owner && facetKinds[owner]];
      }),
    ),
  );

/**
 * SQL tables beside the windows `win`: `allowed`, the values of their lists, and `wanted`, the keys
 * of the facets that each window requires; `unlinked`, the keys of records that each excludes; and those of `absentTable`,
 * `saidTables` and `peopleTables`. @param tests those of the windows
 */
export function conditionTables(dialect: Dialect, tests: CallTests | null): string {
  const facets = `win w CROSS JOIN ${dialect.each('w.facets', 'x')} CROSS JOIN key k`;
  const columns = 'w.no AS win, CAST(x.value->>0 AS bigint) AS filter, k.no AS key';
  const least = 'CAST(x.value->>3 AS bigint) AS least';
  return `allowed AS MATERIALIZED (
      SELECT w.no AS win, CAST(x.value->>0 AS bigint) AS list, x.value->>1 AS value
      FROM win w CROSS JOIN ${dialect.each('w.allowed', 'x')}),
    ${absentTable(dialect)},
    unlinked AS MATERIALIZED (
      SELECT w.no AS win, k.no AS key FROM win w CROSS JOIN ${dialect.each('w.unlinked', 'x')} CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = '${keyKinds.crm}' AND k.value = x.value->>0),
    ${saidTables(dialect, tests?.turns ?? false)},
    wanted AS MATERIALIZED (
      SELECT ${columns}, ${least} ${tests?.fields ? ', x.value->>4 AS owner' : ''}
      FROM ${facets} WHERE k.tenant = $1 AND k.kind = x.value->>1 AND k.value = x.value->>2
      ${
        tests?.fields
          ? `UNION ALL SELECT ${columns}, ${least}, NULL AS owner FROM ${facets}
        WHERE x.value->>4 IS NOT NULL AND k.tenant = $1 AND k.kind = '${facetKinds.recordField}'
          AND k.value >= (x.value->>2) || '|' AND k.value < (x.value->>2) || '}'
          AND length(k.value) = length(x.value->>2) + 16
          AND ${isShownRecord('k.value')}`
          : ''
      }), ${peopleTables(dialect)}`;
}

/** SQL condition: the record at the end of a facet's value is one that is shown. See `recordFacet`. */
export const isShownRecord = (value: string): string =>
  `EXISTS (SELECT 1 FROM key s WHERE s.tenant = $1 AND s.kind IN ('${facetKinds.account}', '${facetKinds.deal}')
      AND s.value = substr(${value}, length(${value}) - 14) AND s.no IN (SELECT y.key FROM shown y))`;

/**
 * SQL condition on a row `p` of a key of the table `vis`: links are those of the call itself. A party that carries
 * nothing but a link, neither id nor side nor part, can't be told from the call.
 */
export const opensCall = (kind: string): string =>
  `(${kind} <> '${keyKinds.crm}' OR (p.party IS NULL AND p.affiliation IS NULL AND p.roles = 0))`;

/** Number of keys up to which the calls that have them are looked up all at once: a call's own keys are fewer than more. */
const fewKeys = 400;

export const hasManyKeys = ({ emails = [], crmIds = [], userIds = [] }: ParticipantKeys): boolean =>
  emails.length + crmIds.length + userIds.length > fewKeys;

/**
 * SQL condition: a call has a key of the table `vis`. The call of coalesce keeps PostgreSQL from making a join of it,
 * which it would compute anew for each key of each subject.
 */
export function isVisible(dialect: Dialect, call: string, visibleBy: ParticipantKeys): string {
  if (!hasManyKeys(visibleBy)) return `coalesce(${call} IN (SELECT y.call FROM seen y), false)`;
  const key = 'CAST(x.value->>0 AS bigint)';
  const isKey = (kinds: string): string =>
    `${key} IN (SELECT y.key FROM vis y WHERE y.kind ${kinds} '${keyKinds.crm}')`;
  return `coalesce(EXISTS (SELECT 1 FROM call v CROSS JOIN ${dialect.each('v.keys', 'x')}
      WHERE v.tenant = $1 AND v.id = ${call} AND (${isKey('<>')} OR (${isKey('=')} AND EXISTS (
          SELECT 1 FROM participation p WHERE p.key = ${key} AND p.started = v.started AND p.call = v.id
            AND ${opensCall(`'${keyKinds.crm}'`)})))), false)`;
}

/** Kinds of linked records whose fields a filter or dimension tells of, by the beginning of the facets. */
const fieldOwners = [
  ['Opportunity.', 'deal'],
  ['Account.', 'account'],
] as const;

/** SQL condition: a call is linked to no record that is not shown. @param kind of its facet, in SQL */
export const hidesNo = (dialect: Dialect, call: string, kind: string): string =>
  `NOT EXISTS (SELECT 1 FROM call v CROSS JOIN ${dialect.each('v.marks', 'z')} CROSS JOIN key h
      WHERE v.tenant = $1 AND v.id = ${call} AND h.no = CAST(z.value->>0 AS bigint)
        AND h.kind = ${kind} AND h.no NOT IN (SELECT y.key FROM shown y))`;

/** The kind of record that a field's facet tells of; null for facets of other kinds. */
export const ownerOfField = (facet: string): 'deal' | 'account' | null =>
  fieldOwners.find(([prefix]) => facet.startsWith(prefix))?.[1] ?? null;

/** Whether a viewer's filter tells of fields of linked records, of which some may be hidden. */
export const tellsOfFields = ({ visibleBy, facets }: IndexFilter): boolean =>
  Boolean(visibleBy) &&
  (facets ?? []).some(({ kind, values }) => kind === 'field' && values.some(ownerOfField));

/**
 * SQL condition: a facet `x` of the table `wanted` tells of shown records alone. A field that is kept without its
 * record does so where no record of its kind is hidden.
 */
export const isOfShown = (dialect: Dialect, call: string, x: string): string =>
  `(${x}.owner IS NULL OR ${hidesNo(dialect, call, `${x}.owner`)})`;

/** Conditions that at least one of several windows has; a statement leaves the others out. */
export interface CallTests {
  /** Indexes in `valueLists`. */
  readonly lists: readonly number[];
  readonly durations: boolean;
  readonly title: boolean;
  readonly facets: boolean;
  readonly people: boolean;
  readonly absent: boolean;
  readonly said: boolean;
  readonly links: boolean;
  /** Whether conditions on what was said look at more than the words. */
  readonly turns: boolean;
  /** Keys of the viewer, from whom calls are hidden. */
  readonly visibleBy: ParticipantKeys | null;
  /** Whether a viewer's filter tells of fields of linked records. */
  readonly fields: boolean;
}

/** Whether the call is joined: whether it is visible is looked up apart. */
export const readsCall = (tests: CallTests): boolean => readsColumns(tests) || tests.facets;

/** Whether conditions look at columns of the call: facets are compared in their own table. */
export const readsColumns = ({ lists, durations, title, absent }: CallTests): boolean =>
  lists.some((at) => 1 << at !== callsBit) || durations || title || absent;

/**
 * SQL condition: `c` is the call of a row `p`. It is looked up in an index by time where one has all columns
 * that the conditions look at: titles are in one of their own, a call's own facets and what tells whether it has been
 * read in none.
 */
export function isCallOfRow(dialect: Dialect, tests: CallTests, byFacets: boolean): string {
  const { lists, durations, title, absent } = tests;
  const isWide = byFacets || absent || (title && (durations || lists.length > 0));
  return isWide ? 'c.id = p.call' : dialect.sameCall('call');
}

/** Conditions of several windows; null where they need no column of the call. */
export function callTests(queries: FilteredQueries): CallTests | null {
  const has = (test: (filter: IndexFilter) => boolean): boolean =>
    queries.some(({ filter }) => filter !== undefined && test(filter));
  const lists = valueLists.flatMap(({ valuesOf }, at) =>
    has((filter) => (valuesOf(filter) ?? null) !== null) ? [at] : [],
  );
  const durations = has(
    ({ minDurationSeconds, maxDurationSeconds }) =>
      (minDurationSeconds ?? maxDurationSeconds ?? null) !== null,
  );
  const title = has((filter) => Boolean(filter.title));
  const facets = has((filter) => (filter.facets ?? null) !== null);
  const people = has((filter) => (filter.participants ?? null) !== null);
  const absent = has((filter) => (filter.absent ?? null) !== null);
  const said = has((filter) => Boolean(filter.said?.length || filter.unsaid?.length));
  const links = has(({ notLinkedTo }) => (notLinkedTo ?? null) !== null);
  const turns = has(readsTurns);
  const visibleBy = queries.find(({ filter }) => filter?.visibleBy)?.filter?.visibleBy ?? null;
  const fields = has(tellsOfFields);
  const isAny = durations || title || facets || people || absent || said || links || fields;
  return lists.length > 0 || visibleBy !== null || isAny
    ? { lists, durations, title, facets, people, absent, said, links, turns, visibleBy, fields }
    : null;
}

/** Number of wanted values above which a call's own facets are fewer. */
const fewFacets = 20;

/** Whether to join from a call's facets to the wanted ones, and not the other way. */
export const hasSeveralFacets = (queries: FilteredQueries): boolean =>
  queries.some(
    ({ filter }) =>
      (filter?.facets ?? []).reduce((sum, { values }) => sum + values.length, 0) > fewFacets,
  );

interface FacetTest {
  /** Start and id of the call, as columns of the table by which it is found. */
  readonly started: string;
  readonly call: string;
  readonly byFacets: boolean;
  /** Index of a facet filter that the join already fulfils. */
  readonly held?: number | null;
  /** Whether the statement reads all calls of one window. */
  readonly isWhole?: boolean;
}

/** SQL conditions of a window `w` on a call `c`, each preceded by AND. */
export function callConditions(dialect: Dialect, tests: CallTests, how: FacetTest): string {
  const { lists, durations, title, facets, people, absent, said, links, turns, visibleBy } = tests;
  const conditions = lists.map((at) => {
    const bit = 1 << at;
    // The row's own id: calls that a list leaves out are not looked up, nor their facets.
    const value = bit === callsBit ? how.call : `c.${memberAt(valueLists, at).column}`;
    return `((w.lists & ${bit}) = 0 OR (w.no, ${bit}, ${value})
      IN (SELECT x.win, x.list, x.value FROM allowed x))`;
  });
  if (durations)
    conditions.push(
      '(w.min_duration IS NULL OR c.duration >= w.min_duration)',
      '(w.max_duration IS NULL OR c.duration <= w.max_duration)',
    );
  if (title) conditions.push(`(w.title IS NULL OR ${titleCondition(dialect, 'c.title')})`);
  if (facets) conditions.push(facetCondition(dialect, tests, how));
  if (people)
    conditions.push(how.isWhole ? crowdCondition(how.call) : peopleCondition(dialect, how.call));
  if (absent) conditions.push(absentCondition(how.started, how.call));
  if (said) conditions.push(saidCondition(dialect, how.call, turns));
  if (links)
    conditions.push(`(w.unlinked IS NULL OR NOT EXISTS (SELECT 1 FROM unlinked x CROSS JOIN participation l
      WHERE x.win = w.no AND l.key = x.key AND l.started = ${how.started} AND l.call = ${how.call}))`);
  if (visibleBy !== null) conditions.push(isVisible(dialect, how.call, visibleBy));
  return conditions.map((condition) => `AND ${condition}`).join('\n    ');
}

/** Holds for a title that has the window's text in it. */
export const titleCondition = (dialect: Dialect, title: string): string =>
  `(${dialect.find(title, 'w.title')} > 0 OR ${dialect.find(title, 'w.unfolded_title')} > 0)`;

function facetCondition(dialect: Dialect, { fields }: CallTests, how: FacetTest): string {
  const { started, call, byFacets, held = null } = how;
  const isOther = held === null ? '' : `AND x.filter <> ${Math.trunc(held)}`;
  const others = fields ? `${isOther} AND ${isOfShown(dialect, call, 'x')}` : isOther;
  const matching = byFacets
    ? `${dialect.each('c.marks', 'own')} CROSS JOIN wanted x CROSS JOIN mark f
      WHERE x.key = CAST(own.value->>0 AS bigint) AND x.win = w.no`
    : 'wanted x CROSS JOIN mark f WHERE x.win = w.no';
  return `(w.marked IS NULL OR w.marked ${held === null ? '' : '- 1'} = (SELECT count(DISTINCT x.filter)
      FROM ${matching} ${others} AND f.key = x.key
        AND f.started = ${started} AND f.call = ${call} AND f.amount >= x.least))`;
}
