/** The team: how each colleague talks against the average of all, how often, how it was judged, and what was won. */

import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { type Member, memberOf, type Won } from './member.ts';
import { memberFile } from './member-file.ts';
import { MemberPanel } from './member-panel.tsx';
import { sorted, sortOf } from './sort.ts';
import { spreadsOf } from './talk-measure.ts';
import { teamDays, teamQuestion, teamSpans } from './team-question.ts';
import { TeamTable } from './team-table.tsx';
import './team.css';

export default function TeamScreen() {
  const { get, set } = useAddress();
  const days = teamDays({ get });
  const answer = useQuestion(teamQuestion);
  return (
    <Screen title="Team" answer={answer} skeleton={<Skeleton rows={14} height="row" />}>
      {({ users, won, crmCurrencies, user: chosen }) => {
        const wonBy = won == null ? null : wonByOwner(won);
        const all = (users?.nodes ?? []).flatMap((user) =>
          user === null ? [] : memberOf(user, wonBy),
        );
        const active = all.filter(isActive);
        const members = sorted(active, sortOf(get('sort')));
        const spreads = spreadsOf(active);
        const member = active.find(({ id }) => id === chosen?.id);
        return (
          <>
            <div className="team-head">
              <h1>Team</h1>
              <fieldset className="only">
                <legend className="visually-hidden">Time</legend>
                {teamSpans.map((span) => (
                  <button
                    key={span}
                    type="button"
                    aria-pressed={days === span}
                    onClick={() => set({ days: span === 30 ? null : String(span) })}
                  >
                    {span} days
                  </button>
                ))}
              </fieldset>
            </div>
            {chosen != null && member !== undefined && (
              <MemberPanel user={chosen} member={member} spreads={spreads} />
            )}
            <Panel
              title={users == null ? 'Colleagues' : plural(active.length, 'colleague')}
              paths={['users', 'won']}
              file={memberFile(members, users?.pageInfo.hasNextPage !== true)}
            >
              <p className="muted">
                A mark shows where somebody stands between the team's least and most; the line is
                the average of all.
              </p>
              {active.length === 0 ? (
                <Empty isKnown={users != null}>Nobody was on a call in these {days} days.</Empty>
              ) : (
                <TeamTable members={members} spreads={spreads} />
              )}
              <p className="note">
                {all.length - active.length > 0 &&
                  `${plural(all.length - active.length, 'more colleague')} without a call, a review or a won deal in this time. `}
                {active.length > 0 && '“–” is where there is none to count in this time. '}
                {users?.pageInfo.hasNextPage === true &&
                  'These are the first hundred of the company. '}
                {won?.length === 200 && 'Won deals are known of the 200 owners with most of them. '}
                Won deals are those of the CRM by their owner and close date
                {crmCurrencies?.areSeveral === true
                  ? `; it has converted their sums into ${won?.[0]?.currencyIsoCode ?? 'the currency of the company'}.`
                  : '.'}
              </p>
            </Panel>
          </>
        );
      }}
    </Screen>
  );
}

/** Nobody knows of those whose calls, reviews or deals could not be read: they stay. */
const isActive = ({ calls, score, won }: Member): boolean =>
  calls === null || calls > 0 || score !== null || won !== null;

function wonByOwner(
  groups: readonly {
    count: number;
    currencyIsoCode: string | null;
    sum: { amount: number | null } | null;
    keys: readonly { value: unknown }[];
  }[],
): ReadonlyMap<string, Won> {
  return new Map(
    groups.map(({ count, currencyIsoCode: currency, sum, keys }) => [
      String(keys[0]?.value),
      { count, amount: sum?.amount ?? null, currency },
    ]),
  );
}
