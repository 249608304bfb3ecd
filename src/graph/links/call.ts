/** From a call to the CRM: accounts and opportunities the platform linked, people who took part, and their accounts. */

import { allThere, bothThere, type Soon, whenThere } from '../../loaders/at-once.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import type { Row } from '../../wire/answer.ts';
import { objectOf } from '../../wire/value.ts';
import { contextPart, partiesPart } from '../calls/call-loader.ts';
import { unlessPrivate } from '../calls/permission.ts';
import type { CallRow } from '../calls/row.ts';
import type { GraphContext } from '../context.ts';
import { loadRecord } from '../crm/record-loader.ts';
import { CrmRow, crmRow, fieldOf } from '../crm/row.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../graph.ts';
import { keptWith } from '../kept-with.ts';
import { needs } from '../needs.ts';
import {
  keysOf,
  linkedIds,
  type MatchTypes,
  mergeMatches,
  ownIds,
  type RecordMatch,
} from './match.ts';
import { wantedOf } from './party.ts';
import { peopleOf } from './people-lookup.ts';
import type { Wanted } from './people-query.ts';

type Find = (
  context: GraphContext,
  call: CallRow,
  object: CrmObject,
  wanted: Wanted,
) => Soon<readonly RecordMatch[]>;

interface Kind {
  readonly object: string;
  readonly field: string;
  readonly description: string;
  readonly find: Find;
}

const kinds: readonly Kind[] = [
  {
    object: 'Account',
    field: 'accounts',
    description: 'Accounts the platform linked to the call, and those of the contacts in it.',
    find: findAccounts,
  },
  {
    object: 'Opportunity',
    field: 'opportunities',
    description: 'Opportunities the platform linked to the call.',
    find: (context, call, object, wanted) =>
      whenThere(recordsById(context, object, contextIds(context, call, object), wanted), (linked) =>
        mergeMatches(linked, []),
      ),
  },
  {
    object: 'Contact',
    field: 'contacts',
    description: 'Contacts who took part: linked by the platform, or by e-mail address.',
    find: findParticipants,
  },
  {
    object: 'Lead',
    field: 'leads',
    description: 'Leads who took part: linked by the platform, or by e-mail address.',
    find: findParticipants,
  },
];

export function defineCallLinks(graph: Graph, matches: MatchTypes): void {
  const { builder, calls } = graph;
  for (const { object: name, field, description, find } of kinds) {
    const { object } = crmType(graph.crm, name);
    builder.objectField(calls.call, field, (t) =>
      t.field({
        type: [matches.get(name)!],
        nullable: { list: true, items: false },
        description: `${description} What the platform linked comes first, then by id.`,
        ...needs(contextPart, partiesPart),
        resolve: unlessPrivate((call, _args, context, info) =>
          find(context, call, object, wantedOf(context, info, object, `${object.typeName}Match`)),
        ),
      }),
    );
  }
}

/** By object: see contextIds. */
const linkedTo = keptWith((_record: CallRow['record']) => new Map<string, readonly string[]>());

/** Ids of one object linked to the call itself or to one of its parties. */
function contextIds(context: GraphContext, { record }: CallRow, object: CrmObject) {
  const byObject = linkedTo(record);
  let ids = byObject.get(object.name);
  if (ids === undefined) {
    const contexts = [record.context, ...(record.parties ?? []).map((party) => party.context)];
    const all = contexts.flatMap((one) => linkedIds(one, object.name));
    ids = [...new Set(all)].sort();
    byObject.set(object.name, ids);
  }
  return ownIds(context.model, object, ids);
}

/** Addresses of everybody in the call. */
const addresses = keptWith((record: CallRow['record']): readonly string[] => [
  ...new Set((record.parties ?? []).flatMap((party) => keysOf(party).emails)),
]);

function findParticipants(...[context, call, object, wanted]: Parameters<Find>) {
  const people = peopleOf(context, object, wanted);
  return bothThere(
    people.under(contextIds(context, call, object)),
    people.under(addresses(call.record)),
    mergeMatches,
  );
}

/** The accounts' own fields come along as the contacts' parents, so that there is one wave and not two. */
function findAccounts(...[context, call, object, wanted]: Parameters<Find>) {
  const contact = context.model.object('Contact')!;
  return bothThere(
    recordsById(context, object, contextIds(context, call, object), wanted),
    peopleOf(context, contact, throughAccount(wanted.paths)).under(addresses(call.record)),
    (linked, contacts) => {
      const accounts = contacts.flatMap((contact) => {
        const account = objectOf<Row>(fieldOf(contact, 'Account'));
        return account === null ? [] : (crmRow(object, account) ?? []);
      });
      const byId = new Map(accounts.map((account) => [account.id, account]));
      return mergeMatches(
        linked,
        [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    },
  );
}

const throughAccount = keptWith(
  (paths: ReadonlySet<string>): Wanted => ({
    paths: new Set(['Account.Id', ...[...paths].map((path) => `Account.${path}`)]),
    windows: [],
  }),
);

/** Records by ids the platform carries: those that are gone are left out. */
function recordsById(
  context: GraphContext,
  object: CrmObject,
  ids: readonly string[],
  { paths, windows }: Wanted,
): Soon<readonly CrmRow[]> {
  const rows = ids.map((id) =>
    paths.size === 0 && windows.length === 0
      ? new CrmRow(object, id, { Id: id })
      : loadRecord(context, object, id, paths, windows),
  );
  return whenThere(allThere(rows), (found) => found.filter((row) => row !== null));
}
