/** Says from when on the calls of people and records are known, and why they or the newest of them are not. */

import { useState } from 'react';
import { useQuery } from 'urql';
import { documentOf } from '../data/document.ts';
import { useMeta } from '../data/screen.tsx';
import { graphql } from '../graphql/index.ts';
import { type CoverageFields, isShort } from './coverage.ts';
import { faultText } from './fault-text.ts';
import { dateOf, dayText, momentText } from './format.ts';

export interface CoverageNoteProps {
  readonly coverage: CoverageFields | null | undefined;
  /** Since when the panel shows calls: a coverage that begins later is a warning. */
  readonly from?: Date;
}

const question = graphql(`
  query IndexState {
    indexStatus {
      state
      lastError
    }
  }
`);

/** Calls are read every few minutes: an older reading has a reason. */
const oldMs = 15 * 60_000;

export function CoverageNote({ coverage, from }: CoverageNoteProps) {
  const [openedAt] = useState(() => Date.now());
  const { at } = useMeta();
  if (coverage == null) return null;
  const { completeFrom, syncedAt } = coverage;
  const isOld = syncedAt != null && openedAt - dateOf(syncedAt).getTime() > oldMs;
  return (
    <p className={isShort(coverage, from) ? 'coverage short' : 'coverage'}>
      {completeFrom != null && `Calls by e-mail are known since ${dayText(dateOf(completeFrom))}`}
      {completeFrom != null &&
        syncedAt != null &&
        `, read last on ${momentText(dateOf(syncedAt))}.`}
      {(completeFrom == null || isOld) && at !== null && (
        <Reason key={at.getTime()} isUnknown={completeFrom == null} />
      )}
    </p>
  );
}

/** Why calls, or the newest of them, are not known. Asked here alone: mostly there is nothing to tell. */
function Reason({ isUnknown }: { isUnknown: boolean }) {
  const [{ data }] = useQuery({
    query: documentOf(question),
    requestPolicy: 'cache-and-network',
  });
  const { state, lastError = null } = data?.indexStatus ?? {};
  const what = isUnknown ? 'Calls by e-mail are not known' : ' Newer calls are not known';
  if (lastError !== null)
    return (
      <>
        {what}. {faultText(lastError, 'call-analytics')} <code>{lastError}</code>
      </>
    );
  if (!isUnknown) return null;
  return state === 'SYNCING' ? `${what} yet: they are being read.` : `${what} yet.`;
}
