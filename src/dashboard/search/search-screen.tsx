/** Search over both systems: people, companies, deals, cases and tasks of the CRM, calls of the call platform, and what was said in them. */

import { Redirect } from 'wouter';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { Link } from '../shared/link.tsx';
import { addressOf, readRecordName } from '../shared/record-id.ts';
import { useRowKeys } from '../shared/row-keys.ts';
import { SavedQuestions } from '../shared/saved-questions.tsx';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { CallHits } from './call-hits.tsx';
import { RecordHits } from './record-hits.tsx';
import { SaidHits } from './said-hits.tsx';
import { hitsOf, searchQuestion, termOf } from './search-question.ts';
import './search.css';

export default function SearchRoute() {
  const address = useAddress();
  const term = termOf(address);
  // Without a word there is nothing to search for, and still something to look for.
  if (term === null) {
    const short = address.get('q')?.trim() ?? '';
    return <Redirect to={`/browse${short && `?q=${encodeURIComponent(short)}`}`} replace />;
  }
  return <Results key={term} term={term} />;
}

function Results({ term }: { term: string }) {
  useRowKeys();
  const address = useAddress();
  const after = address.get('after');
  const hits = hitsOf(address);
  const name = readRecordName(term);
  const email = name.kind === 'email' ? addressOf(name) : null;
  const answer = useQuestion(searchQuestion);
  return (
    <Screen title={`Search: ${term}`} answer={answer} skeleton={<ResultsSkeleton term={term} />}>
      {(data) => (
        <>
          <h1>“{term}” in calls and CRM</h1>
          {email !== null && (
            <p>
              <Link href={email}>Who has this address, and their calls</Link>
            </p>
          )}
          <div className="found">
            <div className="hits">
              <RecordHits query={data} hits={hits} />
              <CallHits query={data} term={term} after={after} />
              <SavedQuestions term={term} />
            </div>
            <SaidHits query={data} term={term} />
          </div>
        </>
      )}
    </Screen>
  );
}

function ResultsSkeleton({ term }: { term: string }) {
  return (
    <>
      <h1>“{term}” in calls and CRM</h1>
      <div className="found">
        <div className="hits">
          <Skeleton rows={1} height="block" />
          <Skeleton rows={1} height="block" />
          <Skeleton rows={1} height="block" />
          <Skeleton rows={1} height="block" />
        </div>
        <Skeleton rows={3} height="block" />
      </div>
    </>
  );
}
