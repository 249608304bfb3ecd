/** Who is shown, and with whom they are compared: both choices of the address. */

import type { Address } from '../data/url-state.ts';
import type { Member } from './member.ts';
import { type Spreads, spreadsOf } from './talk-measure.ts';

export const comparisons = { shown: 'Those shown', team: 'Their own team' } as const;
/** Null: everybody. */
export type Comparison = keyof typeof comparisons | null;

export const comparisonOf = ({ get }: Pick<Address, 'get'>): Comparison => {
  const against = get('against') ?? '';
  return Object.hasOwn(comparisons, against) ? (against as keyof typeof comparisons) : null;
};

/** Those who manage somebody here, by name. */
export function managersOf(members: readonly Member[]): readonly (readonly [string, string])[] {
  const names = new Map(
    members.flatMap(({ manager }) =>
      manager === null ? [] : [[manager.id, manager.name ?? manager.id] as const],
    ),
  );
  return [...names].sort(([, left], [, right]) => left.localeCompare(right));
}

/** Those who report to somebody, and those below them. */
export function below(members: readonly Member[], managerId: string): readonly Member[] {
  const byManager = Map.groupBy(members, ({ manager }) => manager?.id);
  // Of a circle each is found once.
  const reports = new Set<Member>();
  const add = (id: string): void => {
    for (const member of byManager.get(id) ?? []) {
      if (reports.has(member) || member.id === managerId) continue;
      reports.add(member);
      add(member.id);
    }
  };
  add(managerId);
  return members.filter((member) => reports.has(member));
}

/** Those that the address names: below one manager, some people, or all. */
export function shownOf(
  members: readonly Member[],
  { get, all }: Pick<Address, 'get' | 'all'>,
): readonly Member[] {
  const manager = get('manager');
  const people = all('person');
  const ofTeam = manager === null ? members : below(members, manager);
  return people.length === 0 ? ofTeam : ofTeam.filter(({ id }) => people.includes(id));
}

export type SpreadsFor = (member: Member) => Spreads;

/** The spreads that each is set against. */
export function spreadsFor(
  comparison: Comparison,
  { everybody, rows }: { readonly everybody: readonly Member[]; readonly rows: readonly Member[] },
): SpreadsFor {
  if (comparison === 'team') {
    const teams = Map.groupBy(everybody, ({ manager }) => manager?.id);
    const spreads = new Map([...teams].map(([id, members]) => [id, spreadsOf(members)]));
    return ({ manager }) => spreads.get(manager?.id)!;
  }
  const spreads = spreadsOf(comparison === 'shown' ? rows : everybody);
  return () => spreads;
}
