/** The note below lists of calls: from when on calls of people and records are known, and why others are not. */

import { useState } from 'react';
import { isUnread, useMeta } from '../data/screen.tsx';
import { type CoverageFields, type Covered, coverageText, isShort } from './coverage.ts';

export interface CoverageNoteProps {
  readonly coverage: CoverageFields | null | undefined;
  /** Since when the panel shows calls: a coverage that begins later is a warning. */
  readonly from?: Date;
  readonly covered?: Covered;
}

export function CoverageNote({ coverage, from, covered = 'calls' }: CoverageNoteProps) {
  const [openedAt] = useState(() => new Date());
  const isSaidByScreen = isUnread(useMeta());
  if (coverage == null) return null;
  const { text, code } = coverageText(coverage, openedAt, covered);
  // The screen's line says how far the calls are read, and not why they can't be, nor how far their words are.
  if (isSaidByScreen && code === null && covered === 'calls') return null;
  return (
    <p className={isShort(coverage, from) ? 'coverage short' : 'coverage'}>
      {text}
      {code !== null && (
        <>
          {' '}
          <code>{code}</code>
        </>
      )}
    </p>
  );
}
