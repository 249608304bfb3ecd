/**
 * Export of a document's one list into a file, page by page: written rows survive a failure, and
 * the next run continues after them.
 */

import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { counted, UserInputError } from '../../errors.ts';
import type { IncompleteList } from '../../fetch/incomplete-list.ts';
import { rowProgress } from '../../main/progress.ts';
import { cutBefore, unnested } from '../../questions/column-expression.ts';
import { readHeader } from '../../questions/question-header.ts';
import { type RowSelection, readSelection, readTables } from '../../questions/table-shape.ts';
import { systemClock } from '../../upstream/clock.ts';
import { errorLine } from '../answer-error.ts';
import type { Client } from '../client.ts';
import { type FileForm, packerOf, rowWriter } from './format.ts';
import { type ExportPage, exportPage } from './page.ts';
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

/** Most incomplete places that an export remembers. */
const maxIncomplete = 1_000;

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
    while (!done.isWhole) {
      const answer = await client.execute(query, { ...variables, ...cursorOf(selection, done) });
      const page = opened(exportPage(answer, selection), unnest);
      const next = progressAfter(done, page);
      bar.show(next.records, page.total);
      if (page.next !== null && page.next === done.after)
        throw new UserInputError('The connection handed out the same cursor again.');
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
    throw error;
  } finally {
    bar.end();
  }
}

const cursorOf = ({ kind }: RowSelection, { after }: ExportProgress) =>
  kind === 'list' ? {} : { after };

interface OpenedPage extends ExportPage {
  /** Before they were unnested. */
  readonly records: number;
}

function opened(page: ExportPage, unnest: readonly string[] | null): OpenedPage {
  const records = page.rows.length;
  if (unnest === null) return { ...page, records };
  const cut = cutBefore(page.rows, unnest).map(
    (path): IncompleteList => ({
      path,
      message: 'Has more rows than its window; ask for a larger one.',
      expected: null,
      received: null,
    }),
  );
  return {
    ...page,
    records,
    rows: page.rows.flatMap((row) => [...unnested(row, unnest)]),
    incomplete: [...page.incomplete, ...cut],
  };
}

/** An instant in a message: since when calls are known changes between pages while the index fills. */
const instants = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A hidden column, or the calls of a time, are missing from every page. */
const isSaid = (said: readonly IncompleteList[], { path, message, expected }: IncompleteList) => {
  const textOf = (sentence: string): string => sentence.replaceAll(instants, '');
  return (
    expected === null &&
    path.every((key) => typeof key === 'string') &&
    said.some(
      (list) => textOf(list.message) === textOf(message) && String(list.path) === String(path),
    )
  );
};

const progressAfter = (done: ExportProgress, page: OpenedPage): ExportProgress => ({
  after: page.next,
  isWhole: page.next === null,
  rows: done.rows + page.rows.length,
  records: done.records + page.records,
  doubtful: done.doubtful + page.doubtful,
  incomplete: [
    ...done.incomplete,
    ...page.incomplete.filter((list) => !isSaid(done.incomplete, list)),
  ].slice(0, maxIncomplete),
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
