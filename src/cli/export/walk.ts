/** Follows a connection from cursor to cursor; what is written survives a failure, and the next run goes on from there. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { systemClock } from '../../connector/clock.ts';
import { UserInputError } from '../../errors.ts';
import type { IncompleteList } from '../../paging/incomplete.ts';
import type { Answer, Client } from '../client.ts';
import { createProgress } from './progress.ts';
import { rowWriter } from './row.ts';

export type ExportFormat = 'csv' | 'ndjson' | 'json';

export interface ExportOptions {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly out: string;
  readonly format: ExportFormat;
  /** Begin anew even where an unfinished export could go on. */
  readonly restart: boolean;
}

/** Beside the output until it is whole. */
interface Progress {
  /** Of the document, variables and format: another export does not go on from this one. */
  readonly identity: string;
  readonly after: string;
  readonly rows: number;
  /** Length of the output when this was written; anything beyond it is cut off. */
  readonly bytes: number;
  readonly columns: readonly string[] | null;
  /** See Exported. */
  readonly incomplete: readonly IncompleteList[];
}

export interface Exported {
  /** In the file. */
  readonly rows: number;
  /** Rows of pages whose lists inside may have ended early, since calls were withheld for them. */
  readonly doubtful: number;
  /** Lists that the upstream did not hand out whole, by their place in their page's answer. */
  readonly incomplete: readonly IncompleteList[];
}

/** Most incomplete lists that an export remembers. */
const maxIncomplete = 1_000;

/** @throws UserInputError when the answer has no one connection, or errors. */
export async function exportRows(client: Client, options: ExportOptions): Promise<Exported> {
  const { query, variables, out, format } = options;
  const state = `${out}.part.json`;
  const identity = createHash('sha256')
    .update(JSON.stringify([query, variables, format]))
    .digest('hex');
  const from = options.restart ? null : readProgress(state, identity, out);
  if (from === null) writeFileSync(out, '');
  else truncateSync(out, from.bytes);

  const writer = rowWriter(format, from?.columns ?? null);
  let rows = from?.rows ?? 0;
  let doubtful = 0;
  const incomplete = [...(from?.incomplete ?? [])];
  const progress = createProgress(process.stderr, systemClock, rows);
  let after: string | null = from?.after ?? null;
  for (;;) {
    const page = connectionIn(await client.ask(query, { ...variables, after }));
    await appendFile(out, writer.page(page.rows, rows === 0));
    rows += page.rows.length;
    incomplete.push(...page.incomplete.slice(0, maxIncomplete - incomplete.length));
    // The connection itself goes on where it ended; lists inside its rows do not.
    if (page.withheld && page.rows.some(holdsList)) doubtful += page.rows.length;
    progress.show(rows, page.total);
    if (page.next === null) break;
    if (page.next === after)
      throw new UserInputError('The connection handed out the same cursor again.');
    after = page.next;
    const done: Progress = {
      identity,
      after,
      rows,
      bytes: statSync(out).size,
      columns: writer.columns(),
      incomplete,
    };
    writeFileSync(state, JSON.stringify(done));
  }
  await appendFile(out, writer.end(rows === 0));
  rmSync(state, { force: true });
  progress.end();
  return { rows, doubtful, incomplete };
}

function holdsList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsList);
}

function readProgress(state: string, identity: string, out: string): Progress | null {
  if (!existsSync(state) || !existsSync(out)) return null;
  const progress = JSON.parse(readFileSync(state, 'utf8')) as Progress;
  return progress.identity === identity && statSync(out).size >= progress.bytes ? progress : null;
}

interface Page {
  readonly rows: readonly unknown[];
  readonly next: string | null;
  /** The server did not send all the calls it would have needed. */
  readonly withheld: boolean;
  readonly incomplete: readonly IncompleteList[];
  readonly total: number | null;
}

interface Connection {
  readonly pageInfo: { readonly hasNextPage?: unknown; readonly endCursor?: unknown };
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly { readonly node?: unknown }[];
  readonly totalCount?: unknown;
}

function connectionIn({ data, errors, extensions }: Answer): Page {
  if (errors !== undefined) {
    const first = errors[0];
    throw new UserInputError(
      `The page came with errors: ${first?.extensions?.code} ${first?.message}`,
    );
  }
  const found = [...connections(data)];
  const [connection] = found;
  if (connection === undefined || found.length > 1)
    throw new UserInputError(`Expected one connection with pageInfo; got ${found.length}.`);
  const { hasNextPage, endCursor } = connection.pageInfo;
  if (typeof hasNextPage !== 'boolean' || endCursor === undefined)
    throw new UserInputError('Expected pageInfo { hasNextPage endCursor }; one is not selected.');
  const { nodes, edges, totalCount } = connection;
  if (nodes === undefined && edges === undefined)
    throw new UserInputError(
      'Expected nodes or edges { node } beside pageInfo; neither is selected.',
    );
  return {
    rows: nodes ?? edges!.map(({ node }) => node),
    next: hasNextPage ? String(endCursor) : null,
    withheld: extensions?.cost?.withheld !== undefined,
    incomplete: extensions?.incomplete ?? [],
    total: typeof totalCount === 'number' ? totalCount : null,
  };
}

/** Connections that lie in no list: those are the ones with an end. */
function* connections(value: unknown): Generator<Connection> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if ('pageInfo' in value && typeof value.pageInfo === 'object' && value.pageInfo !== null)
    yield value as Connection;
  else for (const member of Object.values(value)) yield* connections(member);
}
