/** Words of one's own as a tracker: what to listen for, since when words are known, and the way to the calls. */

import { faultsAt, notReadYet, useMeta, wordsUnread } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import type { CoverageFields } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { Link } from '../shared/link.tsx';
import { Faults } from '../shared/panel.tsx';
import { SaidField } from '../shared/said-field.tsx';
import { saidTerm, sideOf } from '../shared/said-filter.ts';
import { type SaidStatusRef, saidRefusal } from '../shared/said-status.ts';
import { SideSwitch } from '../shared/side-switch.tsx';
import { useHeardCalls } from './heard-calls.ts';
import { SavedWords } from './saved-words.tsx';
import { saidTracker } from './tracker.ts';

export interface SaidWordsProps {
  readonly query: SaidStatusRef;
  readonly coverage: CoverageFields | null;
  /** Since when the screen shows calls. */
  readonly from: Date;
}

export function SaidWords({ query, coverage, from }: SaidWordsProps) {
  const address = useAddress();
  const heardCalls = useHeardCalls();
  const meta = useMeta();
  const faults = faultsAt(meta.faults, 'saidByWeek');
  const errors = faults.filter(({ code }) => code !== wordsUnread && code !== notReadYet);
  const term = saidTerm(address);
  const refusal = saidRefusal(query, term);
  if (refusal === '') return null;
  if (refusal !== null) return <p className="note">{refusal}</p>;
  return (
    <div className="said-words">
      <h3>Words of your own</h3>
      <SaidField changes={{ tracker: saidTracker }} />
      {errors.length > 0 && <Faults faults={errors} />}
      {term !== '' && (
        <>
          <SideSwitch />
          <p className="note">
            <Link href={heardCalls({ said: term, by: sideOf(address) })}>Calls with “{term}”</Link>
          </p>
          <CoverageNote coverage={coverage} from={from} covered="words" />
        </>
      )}
      <SavedWords />
    </div>
  );
}
