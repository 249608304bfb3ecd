/**
 * Export of a document's one list into a file, page by page: written rows survive a failure, and
 * the next run continues after them.
 */

import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { counted, UserInputError } from '../../errors.ts';
import { rowProgress } from '../../main/progress.ts';
import { joinedLists, type WalkedPage, walkPages } from '../../questions/page-walk.ts';
import { readHeader } from '../../questions/question-header.ts';
import { PageFailure } from '../../questions/row-page.ts';
import { type RowSelection, readSelection, readTables } from '../../questions/table-shape.ts';
import { systemClock } from '../../upstream/clock.ts';
import { errorLine } from '../answer-error.ts';
import type { Client } from '../client.ts';
import { type FileForm, packerOf, rowWriter } from './format.ts';
import { type ExportProgress, PartFile, partOf } from './part-file.ts';

export interface ExportOptions extends FileForm {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Path and columns of the rows; null reads them from the server's schema. */
  readonly selection: RowSelection | null;
  /** Path in a row of a list that gets a row for each of its items. */
  readonly unnest: readonly string[] | null;
  readonly out: string;
  /** Begin anew even where an unfinished export could go on. */
  readonly restart: boolean;
  /** Write over a finished file. */
  readonly force: boolean;
  /** Receives a line about the rows of an earlier run, and about the part this run leaves behind. */
  readonly log: (line: string) => void;
}

type Exported = Pick<ExportProgress, 'rows' | 'records' | 'doubtful' | 'incomplete'>;

/** @throws UserInputError when the document has no one list of rows, or an answer has errors. */
export async function exportRows(client: Client, options: ExportOptions): Promise<Exported> {
  const { query, variables, out, log, unnest } = options;
  const selection = options.selection ?? (await selectionOf(client, query, variables, unnest));
  if (selection.kind === 'answer')
    throw new UserInputError('Expected one connection with pageInfo, or one list; got neither.');
  if (selection.unpaged !== null) throw new UserInputError(selection.unpaged);
  if (selection.kind !== 'list' && variables.after != null)
    throw new UserInputError(
      '--variables: expected no value of "after", which the pages of an export set; got one.',
    );
  const { columns } = selection;
  const identity = [query, variables, options.format, unnest];
  const file = await PartFile.open({ ...options, identity });
  const pack = packerOf(options, columns);
  const writer = rowWriter(options.format, columns);
  const { begun } = file;
  if (begun.rows > 0) log(`Going on after ${counted(begun.rows, 'row')} of an earlier run.`);
  const bar = rowProgress(process.stderr, systemClock, begun.records);
  let done = begun;
  try {
    const walk = { query, variables, selection, unnest, after: done.after };
    const pages = done.isWhole ? [] : walkPages(client, walk);
    for await (const page of pages) {
      const next = progressAfter(done, page);
      bar.show(next.records, page.total);
      const head = done.after === null ? writer.head : '';
      const end = next.isWhole ? writer.end(next.rows === 0) : '';
      await file.append(head + writer.page(page.rows, done.rows === 0) + end, next);
      done = next;
    }
    await file.finish(pack);
    return done;
  } catch (error) {
    await file.leave();
    if (done !== begun || done.after !== null)
      log(`${counted(done.rows, 'row')} in ${partOf(out)}; the same command goes on from there.`);
    throw error instanceof PageFailure
      ? new UserInputError(error.errors.map(errorLine).join('\n'))
      : error;
  } finally {
    bar.end();
  }
}

const progressAfter = (done: ExportProgress, page: WalkedPage): ExportProgress => ({
  after: page.next,
  isWhole: page.next === null,
  rows: done.rows + page.rows.length,
  records: done.records + page.records,
  doubtful: done.doubtful + page.doubtful,
  incomplete: joinedLists(done.incomplete, page.incomplete),
});

/** Columns from the document's header, if it has any. */
export async function selectionOf(
  client: Client,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  unnest: readonly string[] | null,
): Promise<RowSelection> {
  const columns = columnsOf(query);
  return readSelection(await schemaOf(client), query, variables, { unnest, columns });
}

/** A table for each list of the document, and for its other values; one alone where the header names columns. */
export async function tableSelections(
  client: Client,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<readonly RowSelection[]> {
  const columns = columnsOf(query);
  const schema = await schemaOf(client);
  return columns === null
    ? readTables(schema, query, variables)
    : [readSelection(schema, query, variables, { columns })];
}

/** @returns null where the header names none. */
function columnsOf(query: string) {
  const columns = readHeader(query).header.columns.map(({ value }) => value);
  return columns.length === 0 ? null : columns;
}

async function schemaOf(client: Client): Promise<GraphQLSchema> {
  const { data, errors } = await client.execute(getIntrospectionQuery({ descriptions: false }), {});
  if (!data)
    throw new UserInputError(
      `Expected the server to show its schema; got ${errors?.[0] === undefined ? 'nothing.' : errorLine(errors[0])}`,
    );
  return buildClientSchema(data as unknown as Parameters<typeof buildClientSchema>[0]);
}
