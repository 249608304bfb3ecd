/** The one line of a screen while the index fills: since when calls are read, and when the rest will be. */

import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { documentOf } from '../data/document.ts';
import { graphql } from '../graphql/index.ts';
import { dateOf } from './day.ts';
import { dayText, number, timeText } from './format.ts';

const question = graphql(`
  query Fill {
    indexStatus {
      state
      completeShare
      callsPerMinute
      expectedAt
      lastError
      coverage {
        completeFrom
      }
    }
  }
`);

const againMs = 15_000;

export function FillLine() {
  const [openedAt] = useState(() => new Date());
  const [{ data }, ask] = useQuery({
    query: documentOf(question),
    variables: {},
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    const timer = setInterval(() => ask({ requestPolicy: 'network-only' }), againMs);
    return () => clearInterval(timer);
  }, [ask]);
  const status = data?.indexStatus;
  if (status == null) return null;
  const { state, completeShare, callsPerMinute, expectedAt, lastError } = status;
  if (state === 'OFF')
    return (
      <p className="coverage fill-line" role="status">
        Older calls are not read: this server keeps no index of calls.
      </p>
    );
  const { completeFrom } = status.coverage;
  const isBegun = completeFrom != null;
  const before =
    lastError == null ? 'Calls are being read, newest first' : 'Calls are not read yet';
  const read = isBegun ? `Calls since ${dayText(dateOf(completeFrom), openedAt)} are read` : before;
  const by = expectedAt == null ? null : `by about ${whenText(dateOf(expectedAt), openedAt)}`;
  const expected = isBegun
    ? `; the rest ${by ?? 'is still to come'}`
    : by === null
      ? ''
      : `, all ${by}`;
  const pace =
    callsPerMinute == null ? '' : `, ${number(Math.round(callsPerMinute))} calls a minute`;
  return (
    <p className="coverage fill-line" role="status">
      {completeShare >= nearlyAll
        ? lastError == null
          ? 'All calls are read by now: ask again below.'
          : 'The newest calls are not read yet.'
        : `${read}${expected}.`}{' '}
      {completeShare < nearlyAll && (
        <span className="muted">
          {Math.floor(completeShare * 100)}%{pace}. Calls by their date, and all else, are whole.
        </span>
      )}
      {lastError != null && (
        <>
          {' '}
          <code>{lastError}</code>
        </>
      )}
    </p>
  );
}

/** The last minutes are always missing. */
const nearlyAll = 0.99;

const whenText = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString()
    ? timeText(at)
    : `${timeText(at)} on ${dayText(at, now)}`;
