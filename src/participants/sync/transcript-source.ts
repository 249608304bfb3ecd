/** Transcript source of the index: transcripts of calls by id, a hundred a call of the platform. */

import { callTranscripts } from '../../contract/calls/transcript.ts';
import { entityKey, pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { TokenList } from '../../fetch/token-list.ts';
import { readTokenList } from '../../fetch/token-list-reader.ts';
import { cursor, listPage, missingRows, type SyncSource } from './platform-source.ts';

interface FoundTranscripts {
  /** Rows by call id. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Whether rows never came, or came without their id: the transcript of a call that is absent may be one of them. */
  readonly isPartial: boolean;
}

/** Fetches transcripts by call id; those that the platform does not have are absent. @throws UpstreamError */
export async function transcriptsById(
  source: SyncSource,
  ids: readonly string[],
): Promise<FoundTranscripts> {
  const requested = new Set(ids);
  const rows = new Map<string, Row>();
  let isPartial = false;
  const keyOf = (row: Row): string | null => entityKey(callTranscripts, row);
  const list: TokenList<Row> = {
    site: listSite(callTranscripts),
    pageRows,
    key: keyOf,
    fetch: ({ token }) =>
      listPage(source, callTranscripts, { filter: { callIds: ids }, ...cursor(token) }),
  };
  for await (const batch of readTokenList(list)) {
    if (missingRows(batch.shortfall) > 0) isPartial = true;
    for (const { row } of batch.rows) {
      const id = keyOf(row);
      if (id === null) isPartial = true;
      // Filters the rows again: a service that does not know the filter answers with all calls.
      else if (requested.has(id)) rows.set(id, row);
    }
  }
  return { rows, isPartial };
}
