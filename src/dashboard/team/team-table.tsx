/** The team as a table: figures of a time with those of the one before, each measure with a mark of its place among others. */

import { useSearchParams } from 'wouter';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { SpreadMark } from '../plot/spread-mark.tsx';
import { shortAmountText } from '../shared/amount.ts';
import { callsHref } from '../shared/calls-link.ts';
import { useFirstRows } from '../shared/first-rows.ts';
import { number, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { MoreRows } from '../shared/more-rows.tsx';
import { usePrinting } from '../shared/printing.ts';
import { useRowKeys } from '../shared/row-keys.ts';
import { type Figures, type Measure, type Member, measures } from './member.ts';
import { addressOf, type Days, type TeamPeriod } from './period.ts';
import { type MemberSort, sortOf } from './sort.ts';
import { measureNames, measureText, type Spreads } from './talk-measure.ts';
import type { SpreadsFor } from './who.ts';

export interface TeamTableProps {
  readonly members: readonly Member[];
  readonly spreadsOf: SpreadsFor;
  readonly period: TeamPeriod;
}

/** A table of all colleagues of a large company would be thirty windows long. */
const atOnce = 40;

export function TeamTable({ members, spreadsOf, period }: TeamTableProps) {
  useRowKeys();
  const { get, set } = useAddress();
  const isPrinting = usePrinting();
  const limit = isPrinting ? members.length : Math.max(atOnce, Number(get('rows')) || 0);
  const rendered = useFirstRows(members.slice(0, limit));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="scroll" aria-label="The team" tabIndex={0}>
        <table className="team">
          <thead>
            <tr>
              <th scope="col">Colleague</th>
              <SortHeader sort="calls">Calls held</SortHeader>
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
              <Row key={member.id} member={member} spreads={spreadsOf(member)} period={period} />
            ))}
          </tbody>
        </table>
      </section>
      {members.length > limit && (
        <MoreRows onMore={() => set({ rows: String(limit + atOnce) })}>
          {`Show more of ${plural(members.length, 'colleague')}`}
        </MoreRows>
      )}
    </>
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

interface RowProps {
  readonly member: Member;
  readonly spreads: Spreads;
  readonly period: TeamPeriod;
}

function Row({ member, spreads, period }: RowProps) {
  const [params] = useSearchParams();
  const { id, name, title, before } = member;
  const next = new URLSearchParams(params);
  next.set('user', id);
  const href = `/team?${next}`;
  return (
    <tr aria-current={params.get('user') === id ? 'true' : undefined} data-row="">
      <th scope="row">
        <Link href={href}>{name}</Link>
        <span className="sub">{title}</span>
      </th>
      <td data-label="Calls held">
        <CallCount calls={member.calls} days={period} owner={id} />
        <span className="sub">
          <CallCount calls={before.calls} days={period.before} owner={id} /> before
          {changeText(member.calls, before.calls)}
        </span>
      </td>
      {measures.map((measure) => (
        <MeasureCell key={measure} measure={measure} member={member} spreads={spreads} />
      ))}
      <td data-label="Reviews">
        <Reviews figures={member} href={href} />
        {before.reviews !== undefined && before.reviews.count > 0 && (
          <span className="sub">
            before: <Reviews figures={before} href={href} />
          </span>
        )}
      </td>
      <td data-label="Won">
        <WonDeals figures={member} href={href} />
        {before.won != null && (
          <span className="sub">
            before: <WonDeals figures={before} href={href} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** `, +5`; nothing where one is not known. */
const changeText = (now: number | null, before: number | null): string =>
  now === null || before === null || now === before
    ? ''
    : `, ${now > before ? '+' : '−'}${number(Math.abs(now - before))}`;

interface CallCountProps {
  readonly calls: number | null;
  readonly days: Days;
  readonly owner: string;
}

/** Leads to the calls that it counts. */
function CallCount({ calls, days, owner }: CallCountProps) {
  if (calls === null) return 'not known';
  const href = callsHref({ ...addressOf(days), owner: [owner] });
  return (
    <Link className="count" href={href}>
      {number(calls)}
    </Link>
  );
}

interface MeasureCellProps extends Omit<RowProps, 'period'> {
  readonly measure: Measure;
}

function MeasureCell({ measure, member: { talk, before }, spreads }: MeasureCellProps) {
  const { faults } = useMeta();
  const spread = spreads[measure];
  const text = (value: number | null, path: string): string =>
    value === null && faultsAt(faults, `users.nodes.${path}`).length > 0
      ? 'not known'
      : measureText(measure, value);
  const beforeText = text(before.talk[measure], 'interactionBefore');
  return (
    <td data-label={measureNames[measure]}>
      {text(talk[measure], 'interaction')}
      {spread !== null && talk[measure] !== null && (
        <SpreadMark value={talk[measure]} {...spread} />
      )}
      {beforeText !== '–' && <span className="sub">{beforeText} before</span>}
    </td>
  );
}

interface ListedProps {
  readonly figures: Figures;
  /** Of the colleague’s panel, which lists them. */
  readonly href: string;
}

function Reviews({ figures: { reviews }, href }: ListedProps) {
  if (reviews === undefined) return 'not known';
  const { score, count, hasMore } = reviews;
  if (count === 0) return '–';
  return (
    <Link className="count" href={href}>
      {score?.toFixed(1)} in {hasMore && 'the last '}
      {plural(count, 'review')}
    </Link>
  );
}

function WonDeals({ figures: { won }, href }: ListedProps) {
  if (won === undefined) return 'not known';
  if (won === null) return '–';
  return (
    <Link className="count" href={href}>
      {shortAmountText(won.amount ?? 0, won.currency)} {plural(won.count, 'deal')}
    </Link>
  );
}
