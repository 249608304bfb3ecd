/** Fixed viewers: people with so many anchors as the synthetic company has not, of which the CRM knows some. */

import { normalizeCrmId } from '../../../src/contract/crm/id.ts';
import type { RowAccess } from '../../../src/row-access/row-access.ts';
import { type Oracle, ownerless, type Visible } from './oracle.ts';

export interface FixedViewer {
  readonly rowAccess: RowAccess;
  readonly visible: Visible;
}

interface ViewerPlan {
  /** Number of anchors. */
  readonly count: number;
  /** How many users of the CRM are the people. */
  readonly people: number;
  /** Share of accounts among the anchors that the CRM does not know. */
  readonly accounts: number;
}

/** Every third account and every fifth deal is the people's by team; theirs are spread evenly among the unknown ones. */
export function fixedViewer(oracle: Oracle, { count, people, accounts }: ViewerPlan): FixedViewer {
  const idsOf = (object: string, every: number): string[] =>
    oracle.rows(object).flatMap(({ Id }, at) => (at % every === 0 ? [String(Id)] : []));
  const users = new Set(idsOf('User', 3).slice(0, people));
  const persons = { crm: users, platform: new Set<string>(), addresses: new Set<string>() };
  const owned = oracle.anchors(persons);
  /** What the people don't own themselves is theirs by a team. */
  const byTeam = (object: string, ids: readonly string[]): string[] => {
    const others = oracle.rows(object).filter(({ OwnerId }) => !users.has(OwnerId));
    const teams = others.filter(({ Id }) => owned.anchors.has(Id)).map(({ Id }) => String(Id));
    return [...new Set([...teams, ...ids])];
  };
  const teamAccounts = byTeam('Account', idsOf('Account', 3));
  const teamDeals = byTeam('Opportunity', idsOf('Opportunity', 5));
  const anchorsOf = (prefix: string): string[] =>
    [...owned.anchors].filter((id) => id.startsWith(prefix));
  const accountIds = new Set([...anchorsOf('001'), ...teamAccounts]);
  const dealIds = new Set([...anchorsOf('006'), ...teamDeals]);
  for (const { Id, AccountId } of oracle.rows('Opportunity'))
    if (accountIds.has(AccountId)) dealIds.add(Id);
  const missing = Math.max(0, count - accountIds.size - dealIds.size);
  const unknownOf = (prefix: string, many: number): string[] =>
    Array.from({ length: many }, (_, at) =>
      String(normalizeCrmId(`${prefix}Zz0000${String(at).padStart(6, '0')}`)),
    );
  const unknownAccounts = unknownOf('001', Math.round(missing * accounts));
  const unknownDeals = unknownOf('006', missing - unknownAccounts.length);
  const anchors = {
    accountIds: mixed([...accountIds], unknownAccounts),
    dealIds: mixed([...dealIds], unknownDeals),
    teamAccountIds: mixed(teamAccounts, unknownAccounts),
    teamDealIds: mixed(teamDeals, unknownDeals),
    accountIdsAbove: new Set([...owned.accountsAbove].filter((id) => !accountIds.has(id))),
  };
  const known = new Set([...accountIds, ...dealIds]);
  const nobody = { id: null, name: null, reason: 'no user' } as const;
  const rows = oracle.rowsBy(users, known, anchors.accountIdsAbove);
  const nobodyElse = new Set<string>();
  const everybody = {
    ...{ crmUserIds: users, platformUserIds: nobodyElse, emails: nobodyElse },
    ...{ crmUser: nobody, platformUser: nobody },
  };
  return {
    visible: {
      ...{ persons, rows, anchors: known, accountsAbove: anchors.accountIdsAbove },
      ...{ calls: nobodyElse, reviews: nobodyElse },
      sees: (object, id) =>
        (ownerless as readonly string[]).includes(object) || (rows.get(object)?.has(id) ?? false),
    },
    rowAccess: {
      ...{ level: 'team', person: 'somebody@lumenridge.example.com' },
      people: () => everybody,
      anchors: () => anchors,
      lastPeople: () => everybody,
      lastAnchors: () => anchors,
      freshUntil: () => Number.POSITIVE_INFINITY,
    },
  };
}

/** Both, the fewer ones spread evenly among the others. */
function mixed(few: readonly string[], many: readonly string[]): ReadonlySet<string> {
  const ids: string[] = [];
  const step = Math.max(1, Math.floor(many.length / Math.max(1, few.length)));
  for (const [at, id] of few.entries()) ids.push(id, ...many.slice(at * step, (at + 1) * step));
  return new Set([...ids, ...many]);
}
