/** The same company with other private calls: everything that the right to them opens is another's, and nothing else. */

import type {
  Backend,
  BackendAnswer,
  BackendOperation,
} from '../../src/connector-service/backend.ts';
import { pageRows } from '../../src/contract/entity-spec.ts';
import type { Row } from '../../src/contract/wire/execute.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every form.
type Any = any;

const hiddenTexts = ['title', 'purpose', 'sdrDisposition', 'clientUniqueId', 'customData'];
const hiddenAddresses = ['url', 'meetingUrl'];
const blocks = ['context', 'parties', 'interaction', 'collaboration'];
const contentParts = [
  ...['structure', 'topics', 'trackers', 'trackerOccurrences', 'pointsOfInterest', 'brief'],
  ...['outline', 'highlights', 'callOutcome', 'keyPoints'],
];
const everything = {
  filter: {},
  contentSelector: {
    context: 'Extended',
    contextTiming: ['Now', 'TimeOfCall'],
    exposedFields: {
      parties: true,
      collaboration: { publicComments: true },
      interaction: { speakers: true, video: true, personInteractionStats: true, questions: true },
      content: Object.fromEntries(contentParts.map((part) => [part, true])),
    },
  },
};

async function allRows(backend: Backend, entity: string, params: Row): Promise<Any[]> {
  const rows: Any[] = [];
  let page: BackendOperation['page'] = null;
  do {
    const operation = { system: 'call-analytics', entity, action: 'list', params, page } as const;
    const answer: Any = await backend.execute(operation);
    rows.push(...answer.rows);
    page = answer.next;
  } while (page !== null);
  return rows;
}

/** @returns the backend, and how many calls it shows otherwise. */
export async function withOtherPrivateCalls(backend: Backend) {
  const calls = await allRows(backend, 'calls_extensive', everything);
  const open = calls.filter(({ metaData }) => !metaData.isPrivate);
  const others = new Map<unknown, Any>(
    calls
      .filter(({ metaData }) => metaData.isPrivate)
      .map(({ metaData }, at) => [metaData.id, open[(at * 7) % open.length]]),
  );
  const reviews = await allRows(backend, 'stats_activity_scorecards', { filter: {} });
  const scorecards = [...new Set(reviews.map(({ scorecardId }) => scorecardId))];
  const meta = (row: Any): Any => ({
    ...row,
    ...Object.fromEntries(hiddenTexts.map((name) => [name, `another ${name}`])),
    ...Object.fromEntries(hiddenAddresses.map((name) => [name, 'https://another.example/'])),
  });
  const plain = (row: Any, id: unknown): Any => (others.has(id) ? meta(row) : row);
  const extensive = (row: Any): Any => {
    const other = others.get(row.metaData.id);
    if (other === undefined) return row;
    const own = Object.keys(row.content ?? {}).filter((name) => name in (other.content ?? {}));
    return {
      ...row,
      metaData: meta(row.metaData),
      ...Object.fromEntries(
        blocks.filter((name) => name in row).map((name) => [name, other[name]]),
      ),
      ...(row.content && {
        content: Object.fromEntries(own.map((one) => [one, other.content[one]])),
      }),
    };
  };
  const review = (row: Any): Any => {
    if (!others.has(row.callId)) return row;
    const next = (scorecards.indexOf(row.scorecardId) + 1) % scorecards.length;
    const judged = { scorecardId: scorecards[next], scorecardName: 'another', overallScore: 1 };
    return { ...row, ...judged, answers: [], reviewMethod: 'AUTOMATIC', visibility: 'another' };
  };
  /** Filtered by what the changed rows say. */
  const listReviews = async ({ params, page }: BackendOperation): Promise<BackendAnswer> => {
    const { scorecardIds, ...filter } = (params as Any).filter ?? {};
    const rows = (await allRows(backend, 'stats_activity_scorecards', { filter }))
      .map(review)
      .filter(({ scorecardId }) => scorecardIds?.includes(scorecardId) ?? true);
    const start = Number(page?.start ?? 0);
    const end = start + pageRows;
    return {
      kind: 'cursor-page',
      rows: rows.slice(start, end),
      totalRecords: rows.length,
      pageNumber: start / pageRows,
      next: end < rows.length ? { start: end } : null,
    };
  };
  const rowOf: Readonly<Record<string, (row: Any) => Any>> = {
    calls: (row) => plain(row, row.id),
    calls_extensive: extensive,
    call_transcripts: (row) => (others.has(row.callId) ? { ...row, transcript: [] } : row),
    library_folder_content: (row) => plain(row, row.callId),
  };
  return {
    changed: others.size,
    backend: {
      ...backend,
      close: () => backend.close(),
      async execute(operation) {
        if (operation.entity === 'stats_activity_scorecards') return listReviews(operation);
        const answer: Any = await backend.execute(operation);
        const change = rowOf[operation.entity];
        if (change === undefined) return answer;
        if (answer.kind === 'row') return { ...answer, row: change(answer.row) };
        return answer.rows === undefined ? answer : { ...answer, rows: answer.rows.map(change) };
      },
    } satisfies Backend,
  };
}
