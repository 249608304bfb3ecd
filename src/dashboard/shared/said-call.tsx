/** A call in which something was said: the sentences that hold it, each a way to its second in the recording. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from './day.ts';
import { dayText, detailText, durationText } from './format.ts';
import { Link } from './link.tsx';

export const saidCallFragment = graphql(`
  fragment SaidCall on Call {
    upstreamId
    title
    startedAt
    primaryUser {
      name
    }
    ...SaidMoments
  }
`);

const momentsFragment = graphql(`
  fragment SaidMoments on Call {
    moments(said: $said, first: 3) {
      startMs
      sentence
      speaker {
        name
        emailAddress
        affiliation
      }
      matches {
        start
        end
      }
    }
  }
`);

type Moment = NonNullable<NonNullable<ResultOf<typeof momentsFragment>['moments']>[number]>;

export function SaidCall(props: { call: FragmentType<typeof saidCallFragment> }) {
  const call = readFragment(saidCallFragment, props.call);
  const { upstreamId, title, startedAt, primaryUser } = call;
  return (
    <li data-row="">
      <Link className="name" href={`/call/${upstreamId}`}>
        {title ?? 'A call without a title'}
      </Link>
      <span className="sub">
        {detailText([startedAt == null ? null : dayText(dateOf(startedAt)), primaryUser?.name])}
      </span>
      <SaidMoments call={call} id={upstreamId} />
    </li>
  );
}

export interface SaidMomentsProps {
  readonly call: FragmentType<typeof momentsFragment>;
  readonly id: string;
}

/** Nothing where they were not asked for. */
export function SaidMoments({ call, id }: SaidMomentsProps) {
  const { moments } = readFragment(momentsFragment, call);
  if (moments == null) return null;
  return (
    <ol className="said-moments">
      {moments.map(
        (moment) =>
          moment !== null && (
            <SaidMoment key={`${moment.startMs} ${moment.sentence}`} moment={moment} id={id} />
          ),
      )}
    </ol>
  );
}

function SaidMoment({ moment, id }: { moment: Moment; id: string }) {
  const { startMs, sentence, speaker, matches } = moment;
  const second = Math.floor((startMs ?? 0) / 1000);
  const name = speaker?.name ?? speaker?.emailAddress ?? 'Unknown voice';
  const time = durationText(second);
  return (
    <li>
      <Link
        className="said-time"
        href={`/call/${id}?t=${second}&play=on`}
        aria-label={`Play from ${time}, ${name}`}
      >
        {time}
      </Link>
      <span className={speaker?.affiliation === 'External' ? 'voice theirs' : 'voice'}>{name}</span>{' '}
      {marked(sentence, matches)}
    </li>
  );
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text with these ranges marked: in their order, none within another. */
function marked(text: string, ranges: readonly Range[]): readonly ReactNode[] {
  return [
    ...ranges.flatMap(({ start, end }, at) => [
      text.slice(ranges[at - 1]?.end ?? 0, start),
      <mark key={start}>{text.slice(start, end)}</mark>,
    ]),
    text.slice(ranges.at(-1)?.end ?? 0),
  ];
}
