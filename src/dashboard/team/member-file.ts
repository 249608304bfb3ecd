/** The table of the team as a file. */

import { type Columns, type TableFile, tableFile } from '../shared/table-file.tsx';
import type { Member } from './member.ts';

const notKnown = 'not known';

const columns: Columns<Member> = {
  Colleague: ({ name }) => name,
  'Colleague id': ({ id }) => id,
  Title: ({ title }) => title,
  Calls: ({ calls }) => calls ?? notKnown,
  'Talk ratio': ({ talk }) => talk.talkRatio,
  'Longest monologue in seconds': ({ talk }) => talk.monologue,
  'Questions an hour': ({ talk }) => talk.questions,
  'Patience in seconds': ({ talk }) => talk.patience,
  'Mean of reviews': ({ score }) => (score === undefined ? notKnown : score),
  Reviews: ({ reviews, hasMoreReviews }) => (hasMoreReviews ? `the last ${reviews}` : reviews),
  'Deals won': ({ won }) => (won === undefined ? notKnown : (won?.count ?? 0)),
  'Amount won': ({ won }) => (won === undefined ? notKnown : won?.amount),
  Currency: ({ won }) => won?.currency,
};

/** @param isWhole false where the company has more colleagues */
export const memberFile = (members: readonly Member[], isWhole: boolean): TableFile =>
  tableFile('team', columns, { rows: members, total: isWhole ? members.length : null, isWhole });
