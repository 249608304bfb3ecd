/** What Team counts, who is shown, and with whom they are compared; each choice is a new address. */

import { useAddress } from '../data/url-state.ts';
import { Choice, Several } from '../shared/choice.tsx';
import { plural } from '../shared/format.ts';
import type { Member } from './member.ts';
import { calendarPeriods, spanOf, type TeamPeriod, teamSpans } from './period.ts';
import { periodNames } from './period-text.ts';
import { below, comparisonOf, comparisons, managersOf } from './who.ts';

export interface TeamFiltersProps {
  readonly members: readonly Member[];
  readonly period: TeamPeriod;
}

export function TeamFilters({ members, period }: TeamFiltersProps) {
  const address = useAddress();
  const { get, set } = address;
  const span = spanOf(address);
  const manager = get('manager');
  const ofTeam = manager === null ? members : below(members, manager);
  return (
    <section className="filters team-filters" aria-label="Filters">
      <Choice
        label="Time"
        value={period.name ?? (span === 30 ? null : String(span))}
        any="Last 30 days"
        onChange={(value) => {
          const isSpan = teamSpans.some((days) => String(days) === value);
          set({ days: isSpan ? value : null, period: isSpan ? null : value });
        }}
      >
        {[
          ...calendarPeriods.map((name) => [name, periodNames[name]] as const),
          ...teamSpans
            .filter((days) => days !== 30)
            .map((days) => [String(days), `Last ${plural(days, 'day')}`] as const),
        ]}
      </Choice>
      <Choice
        label="Below"
        value={manager}
        any="Everybody"
        onChange={(id) => set({ manager: id, person: null })}
      >
        {managersOf(members).map(([id, name]) => [id, `${name} (${below(members, id).length})`])}
      </Choice>
      <Several
        label="Colleagues"
        values={address.all('person')}
        any="All"
        onChange={(person) => set({ person })}
      >
        {ofTeam
          .map(({ id, name }) => [id, name] as const)
          .toSorted(([, left], [, right]) => left.localeCompare(right))}
      </Several>
      <Choice
        label="Compared with"
        value={comparisonOf(address)}
        any="Everybody"
        onChange={(against) => set({ against })}
      >
        {Object.entries(comparisons)}
      </Choice>
    </section>
  );
}
