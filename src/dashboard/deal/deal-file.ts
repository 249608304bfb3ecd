/** The table of deals as a file. */

import type { Rows } from '../data/pages.ts';
import { isoDay } from '../shared/day.ts';
import { type Columns, type TableFile, tableFile } from '../shared/table-file.tsx';
import { changesText } from './deal-change.tsx';
import type { Deal } from './deal-fragment.ts';

const notKnown = 'not known';

const columns: Columns<Deal> = {
  Deal: ({ name }) => name,
  'Deal id': ({ upstreamId }) => upstreamId,
  Account: ({ account }) => account?.name,
  'Account id': ({ account }) => account?.upstreamId,
  Owner: ({ owner }) => owner?.name,
  Stage: ({ stageName }) => stageName,
  'Next step': ({ nextStep }) => nextStep,
  Amount: ({ amount }) => amount,
  Currency: ({ currencyIsoCode }) => currencyIsoCode,
  Closes: ({ closeDate }) => closeDate,
  'Last call about the deal': ({ silence }) =>
    silence.own === undefined ? notKnown : silence.own?.at.toISOString(),
  'Days since': ({ silence }) => (silence.own === undefined ? notKnown : silence.own?.days),
  'Later contact': ({ silence: { other } }) => other && isoDay(other.at),
  'Contact was': ({ silence: { other } }) =>
    other && (other.kind === 'crm' ? 'an activity in the CRM' : (other.title ?? 'a call')),
  'Competitors heard': ({ competitors }) => competitors?.times ?? notKnown,
  'In calls': ({ competitors }) => competitors?.calls,
  'Of calls': ({ competitors }) => competitors?.of,
};

/** With what moved where the list is of deals that did. */
export const dealFile = (
  here: Rows<Deal>,
  readAll: () => Promise<Rows<Deal>>,
  movesAt: Date | null,
): TableFile =>
  tableFile(
    'deals',
    movesAt === null
      ? columns
      : { ...columns, 'What moved': ({ changes }) => changesText(changes, movesAt) },
    here,
    readAll,
  );
