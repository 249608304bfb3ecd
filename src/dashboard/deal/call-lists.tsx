/** The two lists of a deal's calls: its own, and those of its people. */

import { Fragment, type ReactNode, useState } from 'react';
import { callsHref } from '../shared/calls-link.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dateOf } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, detailText, lengthText, number, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { MoreRows } from '../shared/more-rows.tsx';
import { outcomeText } from '../shared/outcome.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import type { CallList, DealCalls, OwnCall, PeopleCall } from './deal-calls.ts';

export interface CallsProps {
  readonly calls: DealCalls;
  readonly now: Date;
}

type ListedCall = Omit<PeopleCall, 'people' | 'opportunities'>;

const columns: Columns<ListedCall> = {
  Call: ({ title }) => title,
  'Call id': ({ upstreamId }) => upstreamId,
  Started: ({ startedAt }) => startedAt,
  Seconds: ({ durationSeconds }) => durationSeconds,
  Host: ({ primaryUser }) => primaryUser?.name,
};
const ownColumns: Columns<OwnCall> = {
  ...columns,
  Outcome: ({ content }) => outcomeText(content),
};
const peopleColumns: Columns<PeopleCall> = {
  ...columns,
  People: ({ people }) => people.join(', '),
  Deals: ({ opportunities }) => (opportunities ?? []).map(({ record }) => record.name).join('; '),
};

export function OwnCalls({ calls: { ownCalls, coverage, id: related }, now }: CallsProps) {
  return (
    <Panel
      title="Calls about this deal"
      className="deal-calls"
      countsCalls
      paths={['opportunity.relatedCalls']}
      aside={<Count list={ownCalls} href={callsHref({ related })} />}
      file={tableFile('calls-about-deal', ownColumns, fileRows(ownCalls))}
    >
      {ownCalls.read === 0 && (
        <Empty isKnown={ownCalls.isKnown}>No call was linked to this deal.</Empty>
      )}
      <Rows
        list={ownCalls}
        now={now}
        detailOf={({ content }) => outcomeText(content)}
        below={({ content }) => content?.brief}
      />
      <CoverageNote coverage={coverage} />
    </Panel>
  );
}

export function PeopleCalls({ calls: { peopleCalls, id }, now }: CallsProps) {
  return (
    <Panel
      title="Other calls with its contacts"
      className="deal-calls"
      countsCalls
      paths={['opportunity.ofPeople']}
      aside={<Count list={peopleCalls} href={callsHref({ 'people-of': id })} />}
      file={tableFile('other-calls-with-contacts', peopleColumns, fileRows(peopleCalls))}
    >
      {peopleCalls.read === 0 && (
        <Empty isKnown={peopleCalls.isKnown}>Its contacts were on no other call.</Empty>
      )}
      <Rows
        list={peopleCalls}
        now={now}
        detailOf={({ people: names }) => (names.length === 0 ? null : `with ${names.join(', ')}`)}
        below={({ opportunities }) => aboutDeals(opportunities ?? [])}
      />
      <p className="note">
        Its contacts, the people with a role in it, were on these calls or invited, whatever they
        were about; none was linked to this deal.
      </p>
    </Panel>
  );
}

/** The other deals that a call is about; null where it is about none. */
const aboutDeals = (deals: NonNullable<PeopleCall['opportunities']>): ReactNode =>
  deals.length === 0
    ? null
    : deals.map(({ record: { upstreamId, name } }, at) => (
        <Fragment key={upstreamId}>
          {at === 0 ? 'About ' : ', '}
          <Link href={`/deal/${upstreamId}`}>{name ?? 'a deal without a name'}</Link>
        </Fragment>
      ));

interface CountProps {
  readonly list: CallList<unknown>;
  readonly href: string;
}

const Count = ({ list: { total, isKnown }, href }: CountProps) =>
  total === null || !isKnown ? null : (
    <p className="figures">
      <b>
        <Figure href={total === 0 ? null : href}>{number(total)}</Figure>
      </b>{' '}
      in all
    </p>
  );

const fileRows = <Call,>({ calls, read, total }: CallList<Call>) => ({
  rows: calls,
  total,
  isWhole: total !== null && read >= total && calls.length === read,
});

/** So many are shown at first. */
const firstRows = 6;

interface RowsProps<Call> {
  readonly list: CallList<Call>;
  readonly now: Date;
  readonly detailOf: (call: Call) => string | null;
  readonly below?: (call: Call) => ReactNode;
}

function Rows<Call extends ListedCall>({ list, now, detailOf, below }: RowsProps<Call>) {
  const [isOpen, setOpen] = useState(false);
  const { calls, read, total } = list;
  const rows = isOpen ? calls : calls.slice(0, firstRows);
  return (
    <>
      <ol>
        {rows.map((call) => (
          <li key={call.upstreamId} data-row="">
            <Link className="name" href={`/call/${call.upstreamId}`}>
              {call.title ?? 'A call without a title'}
            </Link>
            <span className="figure muted">
              {call.startedAt == null ? '' : dayText(dateOf(call.startedAt), now)}
            </span>
            <span className="sub">
              {detailText([
                call.durationSeconds == null ? null : lengthText(call.durationSeconds),
                call.primaryUser?.name,
                detailOf(call),
              ])}
            </span>
            {below?.(call) != null && <p className="sub brief">{below(call)}</p>}
          </li>
        ))}
      </ol>
      {rows.length < calls.length && (
        <MoreRows onMore={() => setOpen(true)}>
          {`${plural(calls.length - rows.length, 'older call')}`}
        </MoreRows>
      )}
      {calls.length < read && (
        <p className="note">
          {plural(read - calls.length, 'call')} the platform does not have any more.
        </p>
      )}
      {total !== null && read < total && read > 0 && (
        <p className="note">
          The newest {number(read)} of {number(total)}.
        </p>
      )}
    </>
  );
}
