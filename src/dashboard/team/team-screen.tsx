/** The team: how often each colleague held calls, talked, was judged and won, in a time, in the one before, and against others. */

import { useState } from 'react';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { number, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { isActive, memberOf } from './member.ts';
import { memberFile } from './member-file.ts';
import { MemberPanel } from './member-panel.tsx';
import { useOtherUsers } from './other-users.ts';
import { teamPeriod } from './period.ts';
import { periodText } from './period-text.ts';
import { sorted, sortOf } from './sort.ts';
import { TeamFilters } from './team-filters.tsx';
import { teamQuestion } from './team-question.ts';
import { TeamTable } from './team-table.tsx';
import { comparisonOf, shownOf, spreadsFor } from './who.ts';
import { wonByOwner } from './won.ts';
import './team.css';

const comparedWith = {
  shown: 'of those shown here',
  team: 'of the people of the same manager',
} as const;

export default function TeamScreen() {
  const address = useAddress();
  const [now] = useState(() => new Date());
  const period = teamPeriod(address, now);
  const answer = useQuestion(teamQuestion);
  const others = useOtherUsers(answer);
  return (
    <Screen title="Team" answer={answer} skeleton={<Skeleton rows={14} height="row" />}>
      {({ users, won, wonBefore, crmCurrencies, user: chosen }) => {
        const wonByTime = { now: wonByOwner(won ?? null), before: wonByOwner(wonBefore ?? null) };
        const colleagues = [...(users?.nodes ?? []), ...(others?.users ?? [])].flatMap((user) =>
          user === null ? [] : memberOf(user, wonByTime),
        );
        const active = colleagues.filter(isActive);
        const rows = shownOf(active, address);
        const idle = shownOf(colleagues, address).length - rows.length;
        const members = sorted(rows, sortOf(address.get('sort')));
        const comparison = comparisonOf(address);
        const spreads = spreadsFor(comparison, { everybody: active, rows });
        const member = colleagues.find(({ id }) => id === chosen?.id);
        const currency = [...(wonByTime.now?.values() ?? [])][0]?.currency;
        return (
          <>
            <h1>Team</h1>
            <TeamFilters members={colleagues} period={period} />
            <p className="period">{periodText(period)}</p>
            {chosen != null && member !== undefined && (
              <MemberPanel
                user={chosen}
                member={member}
                spreads={spreads(member)}
                period={period}
              />
            )}
            <Panel
              title={users == null ? 'Colleagues' : plural(rows.length, 'colleague')}
              paths={['users', 'won', 'wonBefore']}
              countsCalls
              file={memberFile(members, period, others?.isWhole === true)}
            >
              <p className="muted">
                A mark shows where somebody stands between the least and the most{' '}
                {comparison === null ? 'of everybody' : comparedWith[comparison]}; the line is their
                average.
              </p>
              {rows.length === 0 ? (
                <Empty isKnown={users != null}>
                  None of them held a call, was reviewed or won a deal in these times.
                </Empty>
              ) : (
                <TeamTable members={members} spreadsOf={spreads} period={period} />
              )}
              <p className="note">
                {idle > 0 &&
                  `${plural(idle, 'more colleague')} without a call, a review or a won deal in both times. `}
                {rows.length > 0 && '“–” is where there is none to count. '}
                {others === null && 'Other colleagues are being read. '}
                {others?.isWhole === false &&
                  `These are among the first ${number(colleagues.length)} of the company; who is below whom is told of them alone. `}
                {(won?.length === 200 || wonBefore?.length === 200) &&
                  'Won deals are known of the 200 owners with most of them. '}
                Calls are those they hosted or own, won deals are those of the CRM by their owner
                and close date
                {crmCurrencies?.areSeveral === true
                  ? `; it has converted their sums into ${currency ?? 'the currency of the company'}.`
                  : '.'}
              </p>
            </Panel>
          </>
        );
      }}
    </Screen>
  );
}
