/** Today: new calls by deal with what came of them, deals that moved or went quiet, and who is met next. */

import { useState } from 'react';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { dealsHref } from '../deal/deals-link.ts';
import { quietDays } from '../deal/silence.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { callsHref } from '../shared/calls-link.ts';
import { dateOf, isoDay } from '../shared/day.ts';
import { dayText } from '../shared/format.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { DealMoves } from './deal-moves.tsx';
import { NewCalls } from './new-calls.tsx';
import { NewlyQuiet } from './newly-quiet.tsx';
import { NextMeetings } from './next-meetings.tsx';
import { lastVisit, sinceOf, todayQuestion, usualDays } from './today-question.ts';
import './today.css';

export default function TodayScreen() {
  const address = useAddress();
  const [now] = useState(() => new Date());
  const [visit] = useState(() => lastVisit(now));
  const since = sinceOf(address, now);
  const answer = useQuestion(todayQuestion);
  const days = [
    { value: null, text: 'Yesterday' },
    { value: 'monday', text: 'Monday' },
    ...(visit === null ? [] : [{ value: visit, text: `My last visit, ${visitText(visit, now)}` }]),
  ];
  // That of an address that somebody wrote.
  const isUsual = days.some(({ value }) => value === since.value);
  const choices = isUsual ? days : [...days, { value: since.value, text: dayText(since.day, now) }];
  return (
    <Screen title="Today" answer={answer} skeleton={<Skeleton rows={3} height="block" />}>
      {(data) => (
        <>
          <div className="screen-head">
            <h1>Today</h1>
            <OwnerChoice query={data} />
            <fieldset className="only">
              <legend>Since</legend>
              {choices.map(({ value, text }) => (
                <button
                  key={text}
                  type="button"
                  aria-pressed={value === since.value}
                  onClick={() => address.set({ since: value })}
                >
                  {text}
                </button>
              ))}
            </fieldset>
          </div>
          <p className="muted">Since {sinceText(since.day, now)}.</p>
          <div className="two today">
            <NewCalls
              query={data}
              now={now}
              href={callsHref({
                ...{ from: isoDay(since.day), scope: 'External' },
                'deal-owner': address.get('owner'),
              })}
            />
            <div className="stack">
              <NextMeetings query={data} now={now} />
              <DealMoves
                query={data}
                now={now}
                hrefOf={(move) =>
                  dealsHref({ moved: isoDay(since.day), move, owner: address.get('owner') })
                }
              />
              <NewlyQuiet
                query={data}
                now={now}
                href={dealsHref({ quiet: String(quietDays), owner: address.get('owner') })}
              />
            </div>
          </div>
        </>
      )}
    </Screen>
  );
}

const visitText = (day: string, now: Date): string => dayText(dateOf(day), now);

function sinceText(day: Date, now: Date): string {
  const { yesterday, monday } = usualDays(now);
  const text = dayText(day, now);
  if (day.getTime() === yesterday.getTime()) return `yesterday, ${text}`;
  return day.getTime() === monday.getTime() ? `Monday, ${text}` : text;
}

const owners = graphql(`
  fragment TodayOwners on Query {
    todayOwners: opportunitiesAggregate(
      filter: { isClosed: { eq: false } }
      groupBy: [{ field: OWNER_ID }]
      first: 200
    ) {
      keys {
        record {
          ... on CrmUser {
            upstreamId
            name
          }
        }
      }
    }
  }
`);

/** Whose deals: their calls, changes and appointments. */
function OwnerChoice(props: { query: FragmentType<typeof owners> }) {
  const { get, set } = useAddress();
  const groups = readFragment(owners, props.query).todayOwners ?? [];
  const names = groups.flatMap(({ keys }) => {
    const record = keys[0]?.record;
    return record != null && 'upstreamId' in record && record.name !== null
      ? [[record.upstreamId, record.name] as const]
      : [];
  });
  const ownerId = get('owner') ?? '';
  return (
    <label className="owner">
      Deals of
      <select value={ownerId} onChange={({ target }) => set({ owner: target.value })}>
        <option value="">Everybody</option>
        {ownerId !== '' && !names.some(([id]) => id === ownerId) && (
          <option value={ownerId}>{ownerId}</option>
        )}
        {names
          .toSorted(([, a], [, b]) => a.localeCompare(b))
          .map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </label>
  );
}
