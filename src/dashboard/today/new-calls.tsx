/** New calls by the deal they were about, each with how it ended, what was promised, and competitors and objections heard. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { useAddress } from '../data/url-state.ts';
import { DealLink } from '../deal/deal-row.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dateOf, isoDay } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, detailText, durationText, lengthText, number } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { outcomeText } from '../shared/outcome.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';

const fragment = graphql(`
  fragment NewCalls on Query {
    earlier: callsAggregate(
      filter: $earlier
      groupBy: [DAY]
      timeZone: $timeZone
      orderBy: [{ field: KEY, direction: DESC }]
      first: 1
    ) {
      groups {
        keys {
          value
        }
      }
    }
    newCalls: calls(first: 15, order: NEWEST, filter: $calls) {
      totalCount
      coverage {
        completeFrom
        syncedAt
        lastError
      }
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        title
        startedAt
        durationSeconds
        primaryUser {
          name
        }
        content {
          outcome {
            name
          }
          highlights {
            title
            items {
              text
              startSeconds
            }
          }
          trackers {
            name
            kind
            count
          }
        }
        opportunities {
          record {
            upstreamId
            name
            stageName
            amount
            currencyIsoCode
            account {
              upstreamId
              name
            }
          }
        }
        accounts {
          record {
            upstreamId
            name
          }
        }
      }
    }
  }
`);

type NewCall = NonNullable<NonNullable<ResultOf<typeof fragment>['newCalls']>['nodes'][number]>;
type Deal = NonNullable<NonNullable<NonNullable<NewCall['opportunities']>[number]>['record']>;

const dealOf = ({ opportunities }: NewCall): Deal | null =>
  opportunities?.find((link) => link?.record != null)?.record ?? null;

const columns: Columns<NewCall> = {
  Call: ({ title }) => title,
  'Call id': ({ upstreamId }) => upstreamId,
  Began: ({ startedAt }) => startedAt,
  'Length in seconds': ({ durationSeconds }) => durationSeconds,
  Host: ({ primaryUser }) => primaryUser?.name,
  Outcome: ({ content }) => outcomeText(content),
  Deal: (call) => dealOf(call)?.name,
  'Deal id': (call) => dealOf(call)?.upstreamId,
};

export interface NewCallsProps {
  readonly query: FragmentType<typeof fragment>;
  /** Where all of them are listed. */
  readonly href: string;
  readonly now: Date;
}

export function NewCalls({ query, href, now }: NewCallsProps) {
  const { newCalls, earlier } = readFragment(fragment, query);
  const calls = (newCalls?.nodes ?? []).filter((call) => call !== null);
  const isWhole = newCalls?.pageInfo.hasNextPage !== true;
  const total = newCalls?.totalCount ?? null;
  // Those about no deal come last, under their account.
  const groups = [...Map.groupBy(calls, (call) => dealOf(call)?.upstreamId ?? '')];
  const ordered = groups.toSorted(([a], [b]) => Number(a === '') - Number(b === ''));
  return (
    <Panel
      title="New calls"
      className="new-calls"
      paths={['newCalls']}
      countsCalls
      aside={
        total !== null && (
          <p className="figures">
            <Figure href={total === 0 ? null : href}>{number(total)}</Figure>
          </p>
        )
      }
      file={tableFile('new-calls', columns, { rows: calls, total, isWhole })}
    >
      {calls.length === 0 && (
        <Empty isKnown={newCalls?.coverage?.completeFrom != null}>
          No call with people from outside.
          <SinceEarlier start={earlier?.groups[0]?.keys[0]?.value ?? null} now={now} />
        </Empty>
      )}
      {ordered.map(([id, dealCalls]) => (
        <section key={id} className="of-deal">
          <DealHead deal={dealOf(dealCalls[0]!)} />
          <ul className="hit-list">
            {dealCalls.map((call) => (
              <CallRow key={call.upstreamId} call={call} />
            ))}
          </ul>
        </section>
      ))}
      {!isWhole && total !== null && (
        <p className="note">
          The newest {number(calls.length)} of {number(total)}.
        </p>
      )}
      <CoverageNote coverage={newCalls?.coverage} />
    </Panel>
  );
}

/** Leads to the shortest time before this one that has calls: on a Sunday none are new. */
function SinceEarlier({ start, now }: { start: string | null; now: Date }) {
  const { set } = useAddress();
  if (start === null) return null;
  const day = dateOf(start);
  const text = dayText(day, now);
  return (
    <>
      {' '}
      The last was on {text}.{' '}
      <button type="button" onClick={() => set({ since: isoDay(day) })}>
        Show what is new since {text}
      </button>
    </>
  );
}

function DealHead({ deal }: { deal: Deal | null }) {
  if (deal === null) return <h3>About no deal</h3>;
  return (
    <h3>
      <DealLink deal={deal} />
      <span className="sub">
        {detailText([
          deal.account?.name,
          deal.stageName,
          deal.amount == null ? null : shortAmountText(deal.amount, deal.currencyIsoCode),
        ])}
      </span>
    </h3>
  );
}

function CallRow({ call }: { call: NewCall }) {
  const { upstreamId, title, startedAt, durationSeconds, primaryUser, content, accounts } = call;
  const account = dealOf(call) === null ? accounts?.[0]?.record : null;
  const heard = (content?.trackers ?? []).flatMap((tracker) =>
    tracker !== null && (tracker.count ?? 0) > 0 && tracker.kind !== null
      ? `${tracker.name} ${number(tracker.count ?? 0)}×`
      : [],
  );
  return (
    <li data-row="">
      <Link className="name" href={`/call/${upstreamId}`}>
        {title ?? 'A call without a title'}
      </Link>
      <span className="sub">
        {detailText([
          startedAt == null ? null : dayText(dateOf(startedAt)),
          durationSeconds == null ? null : lengthText(durationSeconds),
          primaryUser?.name,
          outcomeText(content),
          account?.name,
        ])}
      </span>
      {heard.length > 0 && <span className="sub heard">Heard: {heard.join(', ')}</span>}
      <Promises call={call} />
    </li>
  );
}

/** Most promises of a call that are quoted here. */
const mostPromises = 3;

/** What was promised in a call: the platform's next steps, in the words that were spoken, each a way to its second. */
function Promises({ call: { upstreamId, content } }: { call: NewCall }) {
  const items = (content?.highlights ?? [])
    .filter((group) => /next step/i.test(group?.title ?? ''))
    .flatMap((group) => group?.items ?? []);
  const texts = new Map(
    items.flatMap((item) =>
      item?.text == null ? [] : [[item.text, item.startSeconds?.[0] ?? null] as const],
    ),
  );
  if (texts.size === 0) return null;
  return (
    <ul className="promises" aria-label="Next steps">
      {[...texts].slice(0, mostPromises).map(([text, second]) => (
        <li key={text}>
          “{text}”{' '}
          {second !== null && (
            <Link href={`/call/${upstreamId}?t=${Math.floor(second)}&play=on`}>
              {durationText(second)}
            </Link>
          )}
        </li>
      ))}
      {texts.size > mostPromises && (
        <li>
          <Link href={`/call/${upstreamId}`}>{texts.size - mostPromises} more</Link>
        </li>
      )}
    </ul>
  );
}
