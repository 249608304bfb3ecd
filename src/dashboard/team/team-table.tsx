/** The team as a table: figures as text, each with a mark of its place between the least and the most. */

import { Link, useSearchParams } from 'wouter';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { Spark } from '../plot/spark.tsx';
import { SpreadMark } from '../plot/spread-mark.tsx';
import { shortAmountText } from '../shared/amount.ts';
import { useFirstRows } from '../shared/first-rows.ts';
import { number, plural } from '../shared/format.ts';
import { useRowKeys } from '../shared/row-keys.ts';
import { type Member, measures } from './member.ts';
import { type MemberSort, sortOf } from './sort.ts';
import { measureNames, measureText, type Spreads } from './talk-measure.ts';

export interface TeamTableProps {
  readonly members: readonly Member[];
  readonly spreads: Spreads;
}

export function TeamTable({ members, spreads }: TeamTableProps) {
  useRowKeys();
  const rendered = useFirstRows(members);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll" aria-label="The team" tabIndex={0}>
      <table className="team">
        <thead>
          <tr>
            <th scope="col">Colleague</th>
            <SortHeader sort="calls">Calls, by week</SortHeader>
            {measures.map((measure) => (
              <SortHeader key={measure} sort={measure}>
                {measureNames[measure]}
              </SortHeader>
            ))}
            <SortHeader sort="score">Reviews</SortHeader>
            <SortHeader sort="won">Won</SortHeader>
          </tr>
        </thead>
        <tbody>
          {rendered.map((member) => (
            <Row key={member.id} member={member} spreads={spreads} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SortHeader({ sort, children }: { sort: MemberSort; children: string }) {
  const { get, set } = useAddress();
  const isSorted = sortOf(get('sort')) === sort;
  return (
    <th scope="col" aria-sort={isSorted ? 'descending' : undefined}>
      <button type="button" onClick={() => set({ sort: sort === 'calls' ? null : sort })}>
        {children}
        <span aria-hidden="true">{isSorted ? ' ↓' : ''}</span>
      </button>
    </th>
  );
}

function Row({ member, spreads }: { member: Member; spreads: Spreads }) {
  const [params] = useSearchParams();
  const { faults } = useMeta();
  const isRead = faultsAt(faults, 'users.nodes.interaction').length === 0;
  const { id, name, title, calls, weeks, talk, score, reviews, hasMoreReviews, won } = member;
  const next = new URLSearchParams(params);
  next.set('user', id);
  return (
    <tr aria-current={params.get('user') === id ? 'true' : undefined} data-row="">
      <th scope="row">
        <Link href={`/team?${next}`}>{name}</Link>
        <span className="sub">{title}</span>
      </th>
      <td>
        <span className="with-plot">
          {calls === null ? 'not known' : number(calls)}{' '}
          <Spark values={weeks} label={`Calls of each week: ${weeks.join(', ')}`} />
        </span>
      </td>
      {measures.map((measure) => {
        const spread = spreads[measure];
        return (
          <td key={measure}>
            {talk[measure] === null && !isRead ? 'not known' : measureText(measure, talk[measure])}
            {spread !== null && talk[measure] !== null && (
              <SpreadMark value={talk[measure]} {...spread} />
            )}
          </td>
        );
      })}
      <td>
        {score === undefined ? 'not known' : score === null ? '–' : score.toFixed(1)}
        <span className="sub">
          {reviews > 0 && `of ${hasMoreReviews ? 'the last ' : ''}${plural(reviews, 'review')}`}
        </span>
      </td>
      <td>
        {won === undefined
          ? 'not known'
          : won === null
            ? '–'
            : shortAmountText(won.amount ?? 0, won.currency)}
        <span className="sub">{won != null && plural(won.count, 'deal')}</span>
      </td>
    </tr>
  );
}
