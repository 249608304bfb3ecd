/** Signals: trackers over time and by stage, topics by the result of their deals, and quiet accounts. */

import { hasCome } from '../data/deferred.ts';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { saidTerm } from '../shared/said-filter.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { firstWeek } from '../shared/week.ts';
import { QuietDeals, quietDealsFragment } from './quiet-deals.tsx';
import { SaidWords } from './said-words.tsx';
import { signalDays, signalSpans, signalsQuestion } from './signals-question.ts';
import { TopicResults, topicResultsFragment } from './topic-results.tsx';
import {
  type HeardTracker,
  readTrackers,
  saidTracker,
  trackerWeeksFragment,
  weeksKnown,
} from './tracker.ts';
import { TrackerStages, trackerStagesFragment } from './tracker-stages.tsx';
import { TrackerTable } from './tracker-table.tsx';
import { TrackerWeeks } from './tracker-weeks.tsx';
import './signal.css';

export default function SignalsScreen() {
  const { get, set } = useAddress();
  const days = signalDays({ get });
  const answer = useQuestion(signalsQuestion);
  return (
    <Screen title="Signals" answer={answer} skeleton={<Skeleton rows={3} height="block" />}>
      {(data) => {
        const now = new Date();
        const from = firstWeek(now, days / 7);
        const weeks = weeksKnown(from, now, data.coverage?.coverage.completeFrom);
        const byWeek = hasCome(trackerWeeksFragment, 'heardByWeek', data) ? data : null;
        const term = saidTerm({ get });
        const { list: trackers, cut, coverage } = readTrackers(data, byWeek, term, weeks);
        const chosen = trackers.find(({ id }) => id === get('tracker')) ?? firstShown(trackers);
        return (
          <>
            <div className="screen-head">
              <h1>Signals</h1>
              <fieldset className="only">
                <legend className="visually-hidden">Time</legend>
                {signalSpans.map((span) => (
                  <button
                    key={span}
                    type="button"
                    aria-pressed={days === span}
                    onClick={() => set({ days: span === 84 ? null : String(span) })}
                  >
                    {span / 7} weeks
                  </button>
                ))}
              </fieldset>
            </div>
            <p className="muted">Calls with people from outside.</p>
            <div className="two">
              <TrackerTable trackers={trackers} cut={cut} chosen={chosen?.id ?? null}>
                <SaidWords query={data} coverage={coverage} from={new Date(from)} />
              </TrackerTable>
              <div className="stack">
                {chosen !== undefined &&
                  (byWeek === null && chosen.id !== saidTracker ? (
                    <Skeleton rows={1} height="block" />
                  ) : (
                    <TrackerWeeks tracker={chosen} />
                  ))}
                {chosen !== undefined &&
                  (hasCome(trackerStagesFragment, 'stages', data) ? (
                    <TrackerStages query={data} said={data} tracker={chosen} />
                  ) : (
                    <Skeleton rows={1} height="block" />
                  ))}
              </div>
            </div>
            <div className="two">
              {hasCome(topicResultsFragment, 'topics', data) ? (
                <TopicResults query={data} />
              ) : (
                <Skeleton rows={3} height="block" />
              )}
              {hasCome(quietDealsFragment, 'quiet', data) ? (
                <QuietDeals query={data} />
              ) : (
                <Skeleton rows={3} height="block" />
              )}
            </div>
            <CoverageNote coverage={data.coverage?.coverage} from={new Date(from)} />
          </>
        );
      }}
    </Screen>
  );
}

/** Words of one’s own, else competitors where somebody listens for them. */
function firstShown<Named extends Pick<HeardTracker, 'id' | 'name'>>(
  trackers: readonly Named[],
): Named | undefined {
  return (
    trackers.find(({ id }) => id === saidTracker) ??
    trackers.find(({ name }) => /compet/i.test(name)) ??
    trackers[0]
  );
}
