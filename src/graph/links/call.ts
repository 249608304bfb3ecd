/** From a call to the CRM: accounts and opportunities the platform linked, people who took part, and their accounts. */

import type { CrmObject } from '../../records/crm/model.ts';
import type { Row } from '../../wire/answer.ts';
import { contextPart, partiesPart } from '../calls/call-loader.ts';
import { unlessPrivate } from '../calls/permission.ts';
import type { CallRow } from '../calls/row.ts';
import type { GraphContext } from '../context.ts';
import { loadRecord } from '../crm/record-loader.ts';
import { CrmRow, crmRow } from '../crm/row.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../graph.ts';
import { needs } from '../needs.ts';
import { linkedIds, type MatchTypes, mergeMatches, type RecordMatch } from './match.ts';
import { pathsOf } from './party.ts';
import { findPeople } from './people-lookup.ts';

type Find = (
  context: GraphContext,
  call: CallRow,
  object: CrmObject,
  paths: ReadonlySet<string>,
) => Promise<RecordMatch[]>;

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
    find: async (context, call, object, paths) =>
      mergeMatches(await recordsById(context, object, contextIds(call, object.name), paths), []),
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
          find(context, call, object, pathsOf(context, info, object, `${object.typeName}Match`)),
        ),
      }),
    );
  }
}

/** Ids of one object linked to the call itself or to one of its parties. */
function contextIds(call: CallRow, object: string): readonly string[] {
  const { context, parties } = call.record;
  const ids = [
    ...linkedIds(context, object),
    ...(parties ?? []).flatMap((party) => linkedIds(party.context, object)),
  ];
  return [...new Set(ids)].sort();
}

const addresses = (call: CallRow) => (call.record.parties ?? []).map((party) => party.emailAddress);

async function findParticipants(...[context, call, object, paths]: Parameters<Find>) {
  const ask = { ids: contextIds(call, object.name), emails: addresses(call) };
  const { byId, byEmail } = await findPeople(context, object, ask, paths);
  return mergeMatches(byId, byEmail);
}

/** The accounts' own fields come along as the contacts' parents, so that there is one wave and not two. */
async function findAccounts(...[context, call, object, paths]: Parameters<Find>) {
  const contact = context.model.object('Contact')!;
  const wanted = new Set(['Account.Id', ...[...paths].map((path) => `Account.${path}`)]);
  const [linked, contacts] = await Promise.all([
    recordsById(context, object, contextIds(call, object.name), paths),
    findPeople(context, contact, { emails: addresses(call) }, wanted),
  ]);
  const accounts = contacts.byEmail.flatMap(({ values }) => {
    const account = values.Account;
    if (typeof account !== 'object' || account === null) return [];
    return crmRow(object, account as Row) ?? [];
  });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return mergeMatches(
    linked,
    [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
}

/** Records by ids the platform carries: those that are gone, or of another object, are left out. */
async function recordsById(
  context: GraphContext,
  object: CrmObject,
  ids: readonly string[],
  paths: ReadonlySet<string>,
): Promise<CrmRow[]> {
  const own = ids.filter((id) => context.model.objectOfId(id) === object);
  const rows = await Promise.all(
    own.map((id) =>
      paths.size === 0
        ? new CrmRow(object, id, { Id: id })
        : loadRecord(context, object, id, paths),
    ),
  );
  return rows.filter((row) => row !== null);
}
