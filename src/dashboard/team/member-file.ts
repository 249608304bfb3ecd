/** The table of the team as a file. */

import { isoDay } from '../shared/day.ts';
import { type Columns, type TableFile, tableFile } from '../shared/table-file.tsx';
import type { Figures, Member } from './member.ts';
import { type Days, lastDayOf, type TeamPeriod } from './period.ts';

const notKnown = 'not known';

/** As exact as the screen; nothing where there is no value. */
const rounded = (value: number | null | undefined, decimals = 0): number | null =>
  value == null ? null : Number(value.toFixed(decimals));

const figureColumns: Columns<Figures> = {
  'Calls held': ({ calls }) => calls ?? notKnown,
  'Talk ratio in percent': ({ talk: { talkRatio } }) =>
    rounded(talkRatio === null ? null : talkRatio * 100),
  'Longest monologue in seconds': ({ talk }) => rounded(talk.monologue),
  'Questions an hour': ({ talk }) => rounded(talk.questions),
  'Patience in seconds': ({ talk }) => rounded(talk.patience, 1),
  'Mean of reviews': ({ reviews }) =>
    reviews === undefined ? notKnown : rounded(reviews.score, 1),
  Reviews: ({ reviews }) =>
    reviews?.hasMore === true ? `the last ${reviews.count}` : reviews?.count,
  'Deals won': ({ won }) => (won === undefined ? notKnown : (won?.count ?? 0)),
  'Amount won': ({ won }) => (won === undefined ? notKnown : rounded(won?.amount, 2)),
};

const columnsOf = (period: TeamPeriod): Columns<Member> => {
  const ofTime = (days: Days, figuresOf: (member: Member) => Figures, suffix = '') => {
    const columns: Columns<Figures> = {
      'First day': () => isoDay(days.from),
      'Last day': () => isoDay(lastDayOf(days)),
      ...figureColumns,
    };
    return Object.entries(columns).map(([name, cellOf]) => [
      `${name}${suffix}`,
      (member: Member) => cellOf(figuresOf(member)),
    ]);
  };
  return {
    Colleague: ({ name }) => name,
    'Colleague id': ({ id }) => id,
    Title: ({ title }) => title,
    Manager: ({ manager }) => manager?.name,
    ...Object.fromEntries(ofTime(period, (member) => member)),
    ...Object.fromEntries(ofTime(period.before, ({ before }) => before, ', the time before')),
    Currency: ({ won, before }) => won?.currency ?? before.won?.currency,
  };
};

/** @param isWhole false where the company has more colleagues */
export const memberFile = (
  members: readonly Member[],
  period: TeamPeriod,
  isWhole: boolean,
): TableFile =>
  tableFile('team', columnsOf(period), {
    rows: members,
    total: isWhole ? members.length : null,
    isWhole,
  });
