/** Cost of the transcript index in a sentence: what reading all transcripts takes of the platform's day, and of the disk. */

import type { Environment } from '../config/variable.ts';
import { counted } from '../errors.ts';
import { dialectOf } from '../participants/store/migration.ts';
import { costOf, type FillCost } from '../participants/sync/transcript-fill.ts';

type Settings = Pick<
  Environment,
  | 'TRANSCRIPTS_INDEX_HORIZON_MONTHS'
  | 'INDEX_HORIZON_MONTHS'
  | 'INDEX_DATABASE_URL'
  | 'CALL_ANALYTICS_PER_DAY'
>;

/** Months that both indexes reach back. */
export const transcriptMonths = (env: Settings): number =>
  Math.min(env.TRANSCRIPTS_INDEX_HORIZON_MONTHS, env.INDEX_HORIZON_MONTHS);

const costIn = (env: Settings, transcripts: number): FillCost =>
  costOf(transcripts, dialectOf(env.INDEX_DATABASE_URL?.href));

/** Beforehand, of each hundred. */
export function transcriptRate(env: Settings): string {
  const { requests, bytes } = costIn(env, 100);
  const months = counted(transcriptMonths(env), 'month');
  return `the words of ${months} are read into it too: ${counted(requests, 'call')} of the platform and about ${megabytes(bytes)} of disk for each hundred transcripts`;
}

/** @param transcripts how many there are. */
export function transcriptCost(env: Settings, transcripts: number): string {
  const { requests, bytes } = costIn(env, transcripts);
  const day = env.CALL_ANALYTICS_PER_DAY.toLocaleString('en');
  return `${counted(transcripts, 'transcript')} of ${counted(transcriptMonths(env), 'month')} take ${counted(requests, 'call')} of the platform, of ${day} a day, and about ${megabytes(bytes)} of disk`;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
