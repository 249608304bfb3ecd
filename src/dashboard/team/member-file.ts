/** The table of the team as a file. */

import { type Columns, type TableFile, tableFile } from '../shared/table-file.tsx';
import type { Figures, Member } from './member.ts';

const notKnown = 'not known';

const columnsOf: Columns<Figures> = {
  'Calls held': ({ calls }) => calls ?? notKnown,
  'Talk ratio': ({ talk }) => talk.talkRatio,
  'Longest monologue in seconds': ({ talk }) => talk.monologue,
  'Questions an hour': ({ talk }) => talk.questions,
  'Patience in seconds': ({ talk }) => talk.patience,
  'Mean of reviews': ({ reviews }) => (reviews === undefined ? notKnown : reviews.score),
  Reviews: ({ reviews }) =>
    reviews?.hasMore === true ? `the last ${reviews.count}` : reviews?.count,
  'Deals won': ({ won }) => (won === undefined ? notKnown : (won?.count ?? 0)),
  'Amount won': ({ won }) => (won === undefined ? notKnown : won?.amount),
};

const columns: Columns<Member> = {
  Colleague: ({ name }) => name,
  'Colleague id': ({ id }) => id,
  Title: ({ title }) => title,
  Manager: ({ manager }) => manager?.name,
  ...columnsOf,
  ...Object.fromEntries(
    Object.entries(columnsOf).map(([name, cellOf]) => [
      `${name}, the time before`,
      ({ before }: Member) => cellOf(before),
    ]),
  ),
  Currency: ({ won, before }) => won?.currency ?? before.won?.currency,
};

/** @param isWhole false where the company has more colleagues */
export const memberFile = (members: readonly Member[], isWhole: boolean): TableFile =>
  tableFile('team', columns, { rows: members, total: isWhole ? members.length : null, isWhole });
