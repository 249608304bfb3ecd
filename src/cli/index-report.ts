/** Report of `switchboard index status`, for an index that this process opens and for one in a running gateway. */

import { UserInputError } from '../errors.ts';
import type { Output } from '../main/terminal.ts';
import type { Coverage } from '../participants/call-query.ts';
import type { IndexStatus } from '../participants/participant-query.ts';
import type { ViewerIndexStatus } from '../participants/viewer-participant.ts';
import { openClient } from './client.ts';

/** The number counts private calls, so only clients who may see those get it. */
const withheld = 'not told: private calls are among them, and showing those needs a right';

/** @param status without the numbers of calls for clients who may not see private ones. */
export function printStatus(
  stdout: Output,
  name: string,
  status: Omit<ViewerIndexStatus, 'readTo'>,
): void {
  const { state, calls, complete, coverage, horizon, skippedRows, lastError } = status;
  const lines = [
    ['state', state],
    ['calls', calls === null ? withheld : formatNumber(calls)],
    ['known', `${share(complete)} since ${day(horizon)}`],
    ['complete', covered(coverage)],
    ...paceOf(status),
    ['synchronised', instant(coverage.syncedAt)],
    ['compared since', instant(coverage.reconciledAt)],
    ['rows skipped', formatNumber(skippedRows)],
    ['last error', lastError ?? 'none'],
    ...transcriptsOf(status),
  ];
  stdout.write(`${name}\n`);
  for (const [label = '', value] of lines) stdout.write(`  ${label.padEnd(14)}  ${value}\n`);
}

function transcriptsOf({ transcripts }: Pick<ViewerIndexStatus, 'transcripts'>): string[][] {
  if (transcripts === null) return [];
  const { read, unread, knownFrom, horizon, lastError } = transcripts;
  const counts =
    read === null || unread === null
      ? withheld
      : `${formatNumber(read)} read, ${formatNumber(unread)} to be read`;
  return [
    ['transcripts', counts],
    [
      'words',
      knownFrom === null ? 'none yet' : `of calls since ${day(Math.max(knownFrom, horizon))}`,
    ],
    ...(lastError === null ? [] : [['last error', `${lastError}, of transcripts`]]),
  ];
}

/** While it fills: how fast, and until when. */
function paceOf({
  callsPerMinute,
  endsAt,
}: Pick<IndexStatus, 'callsPerMinute' | 'endsAt'>): string[][] {
  if (callsPerMinute === null || endsAt === null) return [];
  return [
    ['pace', `${formatNumber(Math.round(callsPerMinute))} calls a minute, the newest first`],
    ['expected end', instant(endsAt)],
  ];
}

const question = `{
  indexStatus {
    state calls completeShare horizon callsPerMinute expectedAt skippedRows lastError
    coverage { completeFrom completeTo syncedAt reconciledAt }
    transcripts { knownSince horizon read unread lastError }
  }
}`;

interface Answer {
  readonly state: string;
  readonly calls: number | null;
  readonly completeShare: number;
  readonly horizon: string | null;
  readonly callsPerMinute: number | null;
  readonly expectedAt: string | null;
  readonly skippedRows: number;
  readonly lastError: string | null;
  readonly coverage: Readonly<Record<keyof Coverage, string | null>>;
  readonly transcripts: {
    readonly knownSince: string | null;
    readonly horizon: string;
    readonly read: number | null;
    readonly unread: number | null;
    readonly lastError: string | null;
  } | null;
}

/**
 * Reads the index status of a running gateway.
 * @throws UserInputError for any other answer.
 */
export async function showRunning(
  url: string,
  key: string | undefined,
  stdout: Output,
): Promise<number> {
  const client = await openClient({ url, key });
  const { data, errors } = await client.execute(question, {}).finally(() => client.close());
  const status = data?.indexStatus as Answer | null | undefined;
  if (!status)
    throw new UserInputError(
      `Expected the index status of ${url}; got ${errors?.[0]?.message ?? 'nothing'}`,
    );
  const { coverage, completeShare, horizon, expectedAt, transcripts } = status;
  printStatus(stdout, url, {
    ...status,
    state: status.state.toLowerCase() as IndexStatus['state'],
    complete: completeShare,
    horizon: time(horizon),
    endsAt: time(expectedAt),
    coverage: {
      completeFrom: time(coverage.completeFrom),
      completeTo: time(coverage.completeTo),
      syncedAt: time(coverage.syncedAt),
      reconciledAt: time(coverage.reconciledAt),
    },
    transcripts: transcripts && {
      ...transcripts,
      knownFrom: time(transcripts.knownSince),
      horizon: Date.parse(transcripts.horizon),
    },
  });
  return 0;
}

const time = (text: string | null): number | null => (text === null ? null : Date.parse(text));
export const formatNumber = (value: number): string => value.toLocaleString('en');
export const share = (value: number): string => `${(Math.floor(value * 1_000) / 10).toFixed(1)}%`;
const instant = (at: number | null): string => (at === null ? 'never' : new Date(at).toISOString());
const day = (at: number | null): string => (at === null ? 'ever' : instant(at).slice(0, 10));

function covered({ completeFrom, completeTo }: Coverage): string {
  return completeFrom === null
    ? 'nothing yet'
    : `${instant(completeFrom)} to ${instant(completeTo)}`;
}
