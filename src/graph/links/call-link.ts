/** Call links: from a call to the CRM accounts and opportunities that the platform linked, to its people, and to their accounts. */

import { contextPart, partiesPart } from '../../contract/calls/call.ts';
import { crmContextObject } from '../../contract/calls/call-content.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  idOf,
  invalidUpstreamValue,
  listOf,
  objectOf,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import { listSize } from '../../engine/plan/cost-sum.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import { needs } from '../../engine/plan/row-requirement.ts';
import { HiddenRowError } from '../../errors.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import { allMaybe, bothMaybe, type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { partType } from '../calls/declared-field.ts';
import type { CallRow } from '../calls/platform-row.ts';
import { unlessPrivate } from '../calls/private-call.ts';
import { reportIncomplete } from '../connection-type.ts';
import { CrmRow, crmRow, fieldOf } from '../crm/crm-row.ts';
import type { CrmShared } from '../crm/object-type.ts';
import { recordsWith } from '../crm/record-loader.ts';
import { linkReference } from '../crm/reference.ts';
import { seesRecord } from '../crm/row-visibility.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import {
  keysOf,
  linkedIds,
  type MatchTypes,
  mergeMatches,
  ownIds,
  type PartyKeys,
  type RecordMatch,
} from './match-reason.ts';
import { personSelection } from './party-link.ts';
import {
  callAccountsCost,
  linkedMatchCost,
  type PersonSelection,
  peopleCost,
  peopleUnder,
} from './people-lookup.ts';

type Find = (
  context: GraphContext,
  call: CallRow,
  object: CrmObject,
  selection: PersonSelection,
) => MaybePromise<readonly RecordMatch[]>;

interface Kind {
  readonly object: string;
  readonly field: string;
  readonly description: string;
  readonly find: Find;
  readonly cost: Cost;
}

const everybody = { people: listSize, rows: listSize };

const kinds: readonly Kind[] = [
  {
    object: 'Account',
    field: 'accounts',
    description: 'Accounts the platform linked to the call, and those of the contacts in it.',
    find: findAccounts,
    cost: callAccountsCost,
  },
  {
    object: 'Opportunity',
    field: 'opportunities',
    description: 'Opportunities the platform linked to the call.',
    find: (context, call, object, selection) =>
      thenMaybe(
        recordsById(context, object, contextIds(context, call, object), selection),
        (linked) => mergeMatches(linked, []),
      ),
    cost: linkedMatchCost('Opportunity'),
  },
  {
    object: 'Contact',
    field: 'contacts',
    description: 'Contacts who took part: linked by the platform, or by e-mail address.',
    find: findParticipants,
    cost: peopleCost('Contact', everybody),
  },
  {
    object: 'Lead',
    field: 'leads',
    description: 'Leads who took part: linked by the platform, or by e-mail address.',
    find: findParticipants,
    cost: peopleCost('Lead', everybody),
  },
];

const unreadableParties = (count: number): Shortfall => ({
  message: `${count} of the call's parties could not be read, so records that belong to them may be missing.`,
  expected: null,
  received: null,
});

export function defineCallLinks(graph: TypeRegistry, matches: MatchTypes): void {
  const { builder, calls } = graph;
  for (const { object: name, field, description, find, cost } of kinds) {
    const { object } = crmType(graph.crm, name);
    builder.objectField(calls.call, field, (t) =>
      t.field({
        type: [getOrThrow(matches, name)],
        cost,
        nullable: { list: true, items: false },
        description: `${description} What the platform linked comes first, then by id.`,
        ...needs(contextPart, partiesPart),
        resolve: unlessPrivate((call, _args, context, info) => {
          const { unreadable } = peopleKeys(call.record);
          if (unreadable > 0) reportIncomplete(context, info, unreadableParties(unreadable));
          const selection = personSelection(context, info, object, `${object.typeName}Match`);
          return find(context, call, object, selection);
        }),
      }),
    );
  }
}

/** By what the people of a call can be found, and how many of them can't. */
const peopleKeys = memoizeByObject((record: CallRow['record']) => {
  const keys: PartyKeys[] = [];
  let unreadable = 0;
  for (const party of listOf(record.parties) ?? []) {
    try {
      const partyObject = objectOf(party);
      if (partyObject !== null) keys.push(keysOf(partyObject));
    } catch {
      // The party's own field reports the error.
      unreadable += 1;
    }
  }
  return { keys, unreadable };
});

/** Ids of one object linked to the call itself or to one of its parties. */
function contextIds(context: GraphContext, { record }: CallRow, object: CrmObject) {
  const ofParties = peopleKeys(record).keys.flatMap(({ linked }) => linked.get(object.name) ?? []);
  const ids = [...new Set([...linkedIds(record.context, object.name), ...ofParties])].sort();
  return ownIds(context.model, object, ids);
}

/** Addresses of everybody in the call. */
function addresses(record: CallRow['record']): readonly string[] {
  return [...new Set(peopleKeys(record).keys.flatMap(({ emails }) => emails))];
}

function findParticipants(
  context: GraphContext,
  call: CallRow,
  object: CrmObject,
  selection: PersonSelection,
) {
  return bothMaybe(
    peopleUnder(context, object, contextIds(context, call, object), selection),
    () => peopleUnder(context, object, addresses(call.record), selection),
    mergeMatches,
  );
}

/** The accounts' own fields come along as the contacts' parents, so that there is one batch and not two. */
function findAccounts(
  context: GraphContext,
  call: CallRow,
  object: CrmObject,
  selection: PersonSelection,
) {
  const contact = context.model.declaredObject('Contact');
  const through = throughAccount(selection.paths);
  return bothMaybe(
    recordsById(context, object, contextIds(context, call, object), selection),
    () =>
      bothMaybe(
        peopleUnder(context, contact, contextIds(context, call, contact), through),
        () => peopleUnder(context, contact, addresses(call.record), through),
        (linked, sameAddress) => [accountsOf(object, linked), accountsOf(object, sameAddress)],
      ),
    (linked, [ofLinked, ofAddresses]) => {
      // A linked contact is a reason only for an account that nothing else leads to.
      const others = new Set(ofAddresses!.map((account) => account.id));
      const only = ofLinked!.filter((account) => !others.has(account.id));
      return mergeMatches(distinctRecords(linked, only), ofAddresses!);
    },
  );
}

/** The accounts of some contacts, by id, each once. */
function accountsOf(object: CrmObject, contacts: readonly CrmRow[]): readonly CrmRow[] {
  const accounts = contacts.flatMap((contact) => {
    // One that is hidden from the viewer is no account of the call.
    if (contact.values.Account instanceof HiddenRowError) return [];
    const account = objectOf<Row>(fieldOf(contact, 'Account'));
    if (account === null) return [];
    const row = crmRow(object, account);
    if (row === null)
      throw invalidUpstreamValue(`a record of ${object.name} with its Id`, account.Id);
    return row;
  });
  return distinctRecords(accounts).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The first row of each id. */
function distinctRecords(...lists: readonly (readonly CrmRow[])[]): readonly CrmRow[] {
  const byId = new Map<string, CrmRow>();
  for (const row of lists.flat()) if (!byId.has(row.id)) byId.set(row.id, row);
  return [...byId.values()];
}

const throughAccount = memoizeByObject(
  (paths: ReadonlySet<string>): PersonSelection => ({
    paths: new Set(['Account.Id', ...[...paths].map((path) => `Account.${path}`)]),
    windows: [],
  }),
);

/** Records by the platform's ids; deleted ones are left out. */
function recordsById(
  context: GraphContext,
  object: CrmObject,
  ids: readonly string[],
  { paths, windows }: PersonSelection,
): MaybePromise<readonly CrmRow[]> {
  const isBare = paths.size === 0 && windows.length === 0;
  const bare = (id: string) => new CrmRow(object, id, { Id: id });
  const load = recordsWith(context, object, paths, windows);
  const rows = ids.map((id) =>
    !isBare
      ? load(id)
      : thenMaybe(seesRecord(context, object, id), (sees) =>
          sees === null ? load(id) : sees ? bare(id) : null,
        ),
  );
  return thenMaybe(allMaybe(rows), (records) => records.filter((row) => row !== null));
}

export function defineContextLink(graph: TypeRegistry, record: CrmShared['record']): void {
  graph.builder.objectField(partType(graph, crmContextObject), 'record', (t) =>
    t.field({
      type: record,
      description:
        'The record in the CRM; null when it is gone, or of another CRM or an object the graph does not have.',
      resolve: (row, _args, context, info) =>
        linkReference(context, info, normalizeCrmId(idOf(row.record.objectId) ?? '')),
    }),
  );
}
