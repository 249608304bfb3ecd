/** What owns a list of the call platform, and what each should have, from the raw lists. */

import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { TruthRow } from '../truth.ts';
import { mostFrequent, type RawTables } from './raw-table.ts';
import type { Owner } from './row.ts';

export const root = async (rows: Promise<readonly TruthRow[]>, key: string): Promise<Owner[]> => [
  { id: null, truth: (await rows).map((row) => String(row[key])) },
];

/** The lists of those parents that have most. @param of the parent of a row */
export function below(
  type: string,
  rows: readonly TruthRow[],
  of: (row: TruthRow) => string | null,
  key: (row: TruthRow) => string,
): readonly Owner[] {
  return mostFrequent(rows.map(of), 3).map((id) => ({
    id: encodeGlobalId(type, id),
    truth: rows.filter((row) => of(row) === id).map(key),
  }));
}

export const reviews = (raw: RawTables) => raw.list('stats_activity_scorecards', { filter: {} });
export const reviewKey = (row: TruthRow): string => row.answeredScorecardId;

export async function firstWorkspace(raw: RawTables): Promise<string> {
  return (await raw.list('workspaces'))[0].id;
}

/** The workspace's id stands in the arguments, so it is read before the list is asked. */
export const theWorkspace = 'WORKSPACE';
