/** Call: its recording and transcript, its participants and its outcome. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { hasCome } from '../data/deferred.ts';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { NoRecord } from '../shared/no-record.tsx';
import { OtherRecord } from '../shared/other-record.tsx';
import { readRecordName } from '../shared/record-id.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { CallComments } from './call-comments.tsx';
import { CallHead } from './call-head.tsx';
import { CallInsight } from './call-insight.tsx';
import { CallKeys } from './call-keys.tsx';
import { CallPeople } from './call-people.tsx';
import { callIdOf, callQuestion } from './call-question.ts';
import { CallScorecards, ScorecardsToCome, scorecardsFragment } from './call-scorecards.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { CallTrackers } from './call-trackers.tsx';
import { Playback, PlaybackProvider } from './playback.ts';
import { Player } from './player.tsx';
import { Transcript } from './transcript.tsx';
import { linesOf, transcriptFragment } from './transcript-line.ts';
import { voicesOf } from './voice.ts';
import './call.css';

export default function CallRoute() {
  const name = readRecordName(useParams<{ id: string }>().id);
  if (callIdOf(name) === null) return <OtherRecord name={name} expected="call" />;
  return <CallScreen key={name.id} />;
}

function CallScreen() {
  const answer = useQuestion(callQuestion);
  const title = answer.data?.call?.title ?? 'Call';
  return (
    <Screen title={title} answer={answer} skeleton={<CallSkeleton />}>
      {({ call }) => (call == null ? <NoCall /> : <Call key={call.id} call={call} />)}
    </Screen>
  );
}

type CallAnswer = NonNullable<ResultOf<typeof callQuestion.document>['call']>;

function Call({ call }: { call: CallAnswer }) {
  const { get } = useAddress();
  // Where it begins is read once: from then on the address follows the player.
  const [playback] = useState(
    () => new Playback(call.durationSeconds ?? 0, Number(get('t') ?? 0), get('play') === 'on'),
  );
  const voices = useMemo(() => voicesOf(call), [call]);
  const isSpoken = hasCome(transcriptFragment, 'transcript', call);
  const isReviewed = hasCome(scorecardsFragment, 'answeredScorecards', call);
  const lines = useMemo(() => (isSpoken ? linesOf(call) : null), [call, isSpoken]);
  return (
    <PlaybackProvider value={playback}>
      <CallKeys />
      <CallHead call={call} />
      <div className="call-page">
        <div className="call-stage">
          <Player call={call} voices={voices} lines={lines} />
          <CallTimeline call={call} voices={voices} lines={lines} isLoading={!isSpoken} />
        </div>
        <Transcript voices={voices} lines={lines} isLoading={!isSpoken} />
        <div className="call-rest">
          <div>
            <CallInsight call={call} />
            {isReviewed ? <CallScorecards call={call} /> : <ScorecardsToCome />}
            <CallComments call={call} />
          </div>
          <div>
            <CallPeople call={call} voices={voices} />
            <CallTrackers call={call} />
          </div>
        </div>
      </div>
    </PlaybackProvider>
  );
}

function NoCall() {
  return (
    <NoRecord what="call" paths={['call']}>
      The call platform does not have it: it was deleted, or the address is not whole. What the CRM
      noted of it may still be found by the search above.
    </NoRecord>
  );
}

function CallSkeleton() {
  return (
    <>
      <Skeleton rows={2} height="line" />
      <div className="call-page">
        <div className="call-stage">
          <Skeleton rows={2} height="block" />
        </div>
        <Skeleton rows={12} height="row" />
      </div>
    </>
  );
}
