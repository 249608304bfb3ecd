/** Asks a synthetic company as the service's HTTP side would, and walks its pages. */

import {
  type Backend,
  type BackendAnswer,
  BackendError,
  type Continuation,
} from '../../src/connector-service/backend.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import { openSyntheticBackend, type SyntheticOptions } from '../../src/demo/synthetic-backend.ts';
import { openSynthetic } from '../support/synthetic.ts';

export const today = '2026-11-20';

type Answer<K extends BackendAnswer['kind']> = Extract<BackendAnswer, { kind: K }>;
type Params = Readonly<Record<string, unknown>>;

const now = () => new Date(`${today}T10:00:00Z`);

/** A copy of the company, for tests of what it answers. */
export const openCompany = () => openSynthetic({ now });

/** Makes it, for tests of how it is made. */
export function makeCompany(options: Partial<SyntheticOptions> = {}) {
  return openSyntheticBackend({ size: 'small', now, ...options });
}

export function asker(backend: Backend) {
  const run = (operation: string, params: Params = {}, page: Continuation | null = null) => {
    const [entity, action] = operation.split(' ') as [string, 'list'];
    const system = crm.has(entity) ? 'crm' : 'call-analytics';
    return backend.execute({ system, entity, action, params, page });
  };
  const expectKind = async <K extends BackendAnswer['kind']>(
    kind: K,
    answer: Promise<BackendAnswer>,
  ): Promise<Answer<K>> => {
    const came = await answer;
    if (came.kind !== kind) throw new Error(`expected ${kind}, ${came.kind} came`);
    return came as Answer<K>;
  };
  const page = (operation: string, params?: Params, at?: Continuation | null) =>
    expectKind('cursor-page', run(operation, params, at));
  return {
    page,
    rows: async (operation: string, params?: Params) =>
      (await expectKind('rows', run(operation, params))).rows,
    row: async (operation: string, params: Params) =>
      (await expectKind('row', run(operation, params))).row,
    bytes: (operation: string, params: Params) => expectKind('bytes', run(operation, params)),
    soql: async (q: string): Promise<readonly Row[]> => {
      const rows: Row[] = [];
      let at: Continuation | null = null;
      do {
        const answer: Answer<'soql-page'> = await expectKind(
          'soql-page',
          run('query list', { q }, at),
        );
        rows.push(...answer.records);
        at = answer.next;
      } while (at !== null);
      return rows;
    },
    /** All rows of a walk; `between` runs after each page that has a next one. */
    walk: async (
      operation: string,
      params: Params = {},
      between?: (seen: readonly Row[]) => void,
    ) => {
      const rows: Row[] = [];
      let at: Continuation | null = null;
      do {
        const answer: Answer<'cursor-page'> = await page(operation, params, at);
        rows.push(...answer.rows);
        // The HTTP side keeps continuations as JSON.
        at = answer.next === null ? null : JSON.parse(JSON.stringify(answer.next));
        if (at !== null) between?.(rows);
      } while (at !== null);
      return rows;
    },
    /** Status and errors of a refusal. */
    refusal: async (operation: string, params?: Params) => {
      try {
        await run(operation, params);
      } catch (error) {
        if (error instanceof BackendError) return { status: error.status, body: error.body };
        throw error;
      }
      throw new Error('expected a refusal, an answer came');
    },
  };
}

const crm = new Set(['query', 'contacts', 'content_versions', 'attachments']);

/** Everything a download gives from first to last. */
export async function read(
  file: Answer<'bytes'>,
  first = 0,
  last = file.size - 1,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open(first, last)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Every block calls_extensive can show. */
export const everything = {
  context: 'Extended',
  contextTiming: ['Now', 'TimeOfCall'],
  exposedFields: {
    parties: true,
    media: true,
    collaboration: { publicComments: true },
    content: {
      pointsOfInterest: true,
      structure: true,
      topics: true,
      trackers: true,
      trackerOccurrences: true,
      brief: true,
      outline: true,
      highlights: true,
      callOutcome: true,
      keyPoints: true,
    },
    interaction: { personInteractionStats: true, questions: true, speakers: true, video: true },
  },
};
