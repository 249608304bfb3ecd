/** The table of calls: when, what, about which deal, with whom, and what was heard. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Rows } from '../data/pages.ts';
import { useAddress } from '../data/url-state.ts';
import { DealLink } from '../deal/deal-row.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { isShort } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, lengthText, number, plural, timeText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { MorePages } from '../shared/more-pages.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { SaidMoments } from '../shared/said-call.tsx';
import { saidTerm } from '../shared/said-filter.ts';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';
import type { CallPage } from './call-page.ts';
import { type CallsFilter, isFiltered, noFilter } from './calls-filter.ts';

const fragment = graphql(`
  fragment ListedCall on Call {
    upstreamId
    title
    startedAt
    durationSeconds
    primaryUser {
      name
    }
    parties {
      name
      emailAddress
      affiliation
    }
    content {
      trackers {
        trackerId
        name
        count
      }
    }
    opportunities {
      record {
        upstreamId
        name
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
    ...SaidMoments @include(if: $asksSaid)
  }
`);

type ListedCall = ResultOf<typeof fragment>;
type ListedCallRef = FragmentType<typeof fragment>;

const rowsOf = (calls: readonly (ListedCallRef | null)[]): readonly ListedCall[] =>
  calls.flatMap((call) => readFragment(fragment, call) ?? []);

const outsiders = ({ parties }: ListedCall): readonly string[] => [
  ...new Set(
    (parties ?? []).flatMap((party) =>
      party?.affiliation === 'Internal' ? [] : (party?.name ?? party?.emailAddress ?? []),
    ),
  ),
];

const heardIn = ({ content }: ListedCall) =>
  (content?.trackers ?? []).flatMap((tracker) =>
    tracker !== null && (tracker.count ?? 0) > 0 ? tracker : [],
  );

const columns: Columns<ListedCall> = {
  Call: ({ title }) => title,
  'Call id': ({ upstreamId }) => upstreamId,
  Began: ({ startedAt }) => startedAt,
  'Length in seconds': ({ durationSeconds }) => durationSeconds,
  Host: ({ primaryUser }) => primaryUser?.name,
  Deals: ({ opportunities }) => (opportunities ?? []).map(({ record }) => record.name).join('; '),
  Accounts: ({ accounts }) => (accounts ?? []).map(({ record }) => record.name).join('; '),
  'From outside': (call) => outsiders(call).join('; '),
  Trackers: (call) =>
    call.content?.trackers == null
      ? 'not known'
      : heardIn(call)
          .map(({ name }) => name)
          .join('; '),
};

export interface CallTableProps {
  readonly page: CallPage;
  readonly filter: CallsFilter;
  /** All pages. */
  readonly readAll: () => Promise<Rows<ListedCallRef>>;
}

export function CallTable({ page, filter, readAll }: CallTableProps) {
  const address = useAddress();
  const { get, set } = address;
  const after = get('after');
  const rows = rowsOf(page?.nodes ?? []);
  const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {};
  const isPart = hasNextPage || after !== null;
  const total = page?.totalCount ?? null;
  const from = filter.from ?? undefined;
  const note = (
    <CoverageNote
      coverage={page?.coverage}
      {...(from !== undefined && { from })}
      covered={saidTerm(address) === '' ? 'calls' : 'words'}
    />
  );
  const isWarning = isShort(page?.coverage, from);
  return (
    <Panel
      title="The newest first"
      className="calls"
      paths={['calls', 'related']}
      countsCalls
      file={tableFile('calls', columns, { rows, total, isWhole: !isPart }, async () => {
        const all = await readAll();
        return { ...all, rows: rowsOf(all.rows) };
      })}
    >
      {isWarning && note}
      {rows.length === 0 && (
        <Empty isKnown={page?.coverage?.completeFrom != null}>
          No call is like that.{' '}
          {isFiltered(address) && (
            <button type="button" onClick={() => set(noFilter)}>
              Show all calls
            </button>
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <table className="plain">
          <TableHead columns={['Began', 'Call', 'Deal', 'People from outside', 'Trackers heard']} />
          <tbody>
            {rows.map((call) => (
              <CallRow key={call.upstreamId} call={call} trackers={filter.tracker} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 0 && <p className="note">{shownText(rows.length, total, isPart)}</p>}
      {!isWarning && note}
      <MorePages after={after} next={hasNextPage ? endCursor : null} />
    </Panel>
  );
}

function shownText(count: number, total: number | null, isPart: boolean): string {
  const calls = plural(count, 'call');
  if (total !== null && total > count) return `${calls} of ${number(total)} on this page.`;
  return isPart ? `${calls} on this page; there are others.` : `${calls}.`;
}

interface CallRowProps {
  readonly call: ListedCall;
  /** Ids of the trackers that the calls are filtered by, which are named first. */
  readonly trackers: readonly string[];
}

function CallRow({ call, trackers }: CallRowProps) {
  const { upstreamId, title, startedAt, durationSeconds, primaryUser } = call;
  const began = startedAt === null ? null : dateOf(startedAt);
  return (
    <tr data-row="">
      <td className="began">
        {began === null ? '–' : dayText(began)}
        <span className="sub">{began !== null && timeText(began)}</span>
      </td>
      <th scope="row">
        <Link className="name" href={`/call/${upstreamId}`}>
          {title ?? 'A call without a title'}
        </Link>
        <span className="sub">
          {detailText([
            primaryUser?.name,
            durationSeconds === null ? null : lengthText(durationSeconds),
          ])}
        </span>
        <SaidMoments call={call} id={upstreamId} />
      </th>
      <td
        data-label={call.opportunities?.length === 0 && call.accounts?.length ? 'Account' : 'Deal'}
      >
        <AboutWhat call={call} />
      </td>
      <td data-label="People">{firstOf(outsiders(call)) || '–'}</td>
      <td data-label="Heard">
        {call.content?.trackers == null
          ? 'not known'
          : firstOf(namesOf(heardIn(call), trackers)) || '–'}
      </td>
    </tr>
  );
}

/** The deal with its account, else the account. */
function AboutWhat({ call: { opportunities, accounts } }: { call: ListedCall }) {
  const deal = opportunities?.[0]?.record;
  const others = Math.max(0, (opportunities?.length ?? 0) - 1);
  const account = deal?.account ?? accounts?.[0]?.record;
  if (deal === undefined && account == null) return opportunities == null ? 'not known' : '–';
  return (
    <>
      {deal !== undefined && <DealLink deal={deal} />}
      {others > 0 && ` and ${number(others)} more`}
      {account != null && (
        <span className={deal === undefined ? '' : 'sub'}>
          <Link href={`/account/${account.upstreamId}`}>{account.name}</Link>
        </span>
      )}
    </>
  );
}

function namesOf(heard: ReturnType<typeof heardIn>, first: readonly string[]): readonly string[] {
  const isFirst = ({ trackerId }: (typeof heard)[number]): boolean =>
    trackerId !== null && first.includes(trackerId);
  return [...heard.filter(isFirst), ...heard.filter((tracker) => !isFirst(tracker))].map(
    ({ name }) => name ?? 'A tracker',
  );
}

const mostNames = 3;

/** `Ana Ruiz, Bo Li, Cy Orr and 2 more`. */
function firstOf(all: readonly string[]): string {
  const first = all.slice(0, mostNames).join(', ');
  const others = all.length - mostNames;
  return others > 0 ? `${first} and ${number(others)} more` : first;
}
