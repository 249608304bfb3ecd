/** `switchboard export`: every row of one connection into a file, page by page; what is written survives a failure, and the next run continues there. */

import { stringify } from 'csv-stringify/sync';
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { UserInputError } from '../../errors.ts';
import type { IncompleteList } from '../../fetch/incomplete.ts';
import { type Column, cellOf } from '../../questions/column.ts';
import { readSelection, type Selection } from '../../questions/selection.ts';
import { systemClock } from '../../upstream/clock.ts';
import { commands, misuse, onlyArgument, readFlags } from '../flag.ts';
import { rowProgress } from '../progress.ts';
import {
  type Client,
  type ClientAnswer,
  openClient,
  printIncomplete,
  readText,
  readVariables,
} from '../query.ts';
import { type ExportProgress, PartFile, partOf } from './part-file.ts';

const formats: readonly ExportFormat[] = ['csv', 'ndjson', 'json'];

/** @returns 0 when the last row is written and nothing was incomplete, else 1. What was written before a failure is kept, to go on from. */
export async function runExport(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.export);
  const query = readText(onlyArgument(positionals, commands.export));
  const { out } = values;
  if (out === undefined) throw misuse(commands.export, '--out: expected a path; got none.');
  const format = formats.find((one) => one === (values.format ?? out.split('.').at(-1)));
  if (format === undefined)
    throw new UserInputError(
      `--format: expected one of ${formats.join(', ')}; got "${values.format ?? out}".`,
    );
  const variables = readVariables(values.variables);
  const client = await openClient(values);
  try {
    const { rows, doubtful, incomplete } = await exportRows(client, {
      query,
      variables,
      out,
      format,
      restart: values.restart,
      force: values.force,
      say: (line) => void process.stderr.write(`${line}\n`),
    });
    process.stderr.write(`${rows.toLocaleString('en')} rows in ${out}\n`);
    if (doubtful > 0)
      process.stderr.write(
        `Lists inside ${doubtful.toLocaleString('en')} of them may have ended early, as the upstream's pages did: select their pageInfo to know, or ask for fewer rows a page.\n`,
      );
    printIncomplete(incomplete);
    return incomplete.length + doubtful === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

export interface ExportOptions {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly out: string;
  readonly format: ExportFormat;
  /** Begin anew even where an unfinished export could go on. */
  readonly restart: boolean;
  /** Write over a finished file. */
  readonly force: boolean;
  /** Told of what an earlier run has done, and of what this one leaves behind. */
  readonly say: (line: string) => void;
}

interface Exported {
  /** In the file. */
  readonly rows: number;
  /** Rows of pages whose lists inside may have ended early, since calls were withheld for them. */
  readonly doubtful: number;
  /** Lists and values that the upstream did not hand out whole, by their place in their page's answer. */
  readonly incomplete: readonly IncompleteList[];
}

/** Most incomplete places that an export remembers. */
const maxIncomplete = 1_000;

/** @throws UserInputError when the document has no one connection, or an answer has errors. */
export async function exportRows(client: Client, options: ExportOptions): Promise<Exported> {
  const { query, variables, out, format, say } = options;
  const selection = readSelection(await schemaOf(client), query, variables);
  if (selection.kind !== 'nodes' && selection.kind !== 'edges')
    throw new UserInputError('Expected one connection with pageInfo; got another list.');
  if (selection.unpaged !== null) throw new UserInputError(selection.unpaged);
  const file = await PartFile.open({ ...options, identity: [query, variables, format] });
  const { begun } = file;
  if (begun.after !== null)
    say(`Going on after ${begun.rows.toLocaleString('en')} rows of an earlier run.`);
  const writer = rowWriter(format, selection.columns);
  const bar = rowProgress(process.stderr, systemClock, begun.rows);
  let done = begun;
  try {
    for (;;) {
      const page = pageOf(await client.ask(query, { ...variables, after: done.after }), selection);
      const head = done.after === null ? writer.head : '';
      const text = head + writer.page(page.rows, done.rows === 0);
      const next: ExportProgress = {
        after: page.next,
        rows: done.rows + page.rows.length,
        doubtful: done.doubtful + page.doubtful,
        incomplete: [...done.incomplete, ...page.incomplete].slice(0, maxIncomplete),
      };
      bar.show(next.rows, page.total);
      if (page.next === null) {
        await file.finish(text + writer.end(next.rows === 0));
        return next;
      }
      if (page.next === done.after)
        throw new UserInputError('The connection handed out the same cursor again.');
      await file.append(text, next);
      done = next;
    }
  } catch (error) {
    await file.leave();
    if (done.after !== null)
      say(
        `${done.rows.toLocaleString('en')} rows are in ${partOf(out)}; the same command goes on from there.`,
      );
    throw error;
  } finally {
    bar.end();
  }
}

async function schemaOf(client: Client): Promise<GraphQLSchema> {
  const { data, errors } = await client.ask(getIntrospectionQuery({ descriptions: false }), {});
  if (!data)
    throw new UserInputError(
      `Expected the server to show its schema; got ${errors?.[0]?.message ?? 'nothing'}.`,
    );
  return buildClientSchema(data as unknown as Parameters<typeof buildClientSchema>[0]);
}

interface Page {
  readonly rows: readonly unknown[];
  readonly next: string | null;
  readonly doubtful: number;
  readonly incomplete: readonly IncompleteList[];
  readonly total: number | null;
}

interface Connection {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly ({ readonly node: unknown } | null)[];
  readonly totalCount?: unknown;
}

/**
 * Rows that can't be read are left out and named, and so are values that can't: asking again would
 * bring the same. Any other error may pass, and the page with it.
 */
function pageOf(
  { data, errors = [], extensions }: ClientAnswer,
  { path, kind: at }: Selection,
): Page {
  const lasting = errors.filter(
    (error) =>
      error.extensions?.code === 'UPSTREAM_BAD_RESPONSE' &&
      (error.path?.length ?? 0) > path.length + 1,
  );
  const passing = errors.find((error) => !lasting.includes(error));
  if (passing !== undefined)
    throw new UserInputError(
      `The page came with errors: ${passing.extensions?.code} ${passing.message}`,
    );
  const connection = path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    data,
  ) as Connection | null | undefined;
  if (connection === null || connection === undefined)
    throw new UserInputError(`Expected a connection at ${path.join('.')}; got null.`);
  const { pageInfo, nodes, edges, totalCount } = connection;
  if (pageInfo.hasNextPage && pageInfo.endCursor === null)
    throw new UserInputError('Expected a cursor, since there is a next page; got null.');
  const rows = (at === 'nodes' ? nodes : edges?.map((edge) => edge?.node)) ?? [];
  const read = rows.filter((row) => row !== null && row !== undefined);
  const unreadable = lasting.map(
    ({ path: place = [], message }): IncompleteList => ({
      path: place,
      message,
      expected: null,
      received: null,
    }),
  );
  // The connection itself goes on where it ended; lists inside its rows do not.
  const withheld = extensions?.cost?.withheld !== undefined && read.some(holdsList);
  return {
    rows: read,
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    doubtful: withheld ? read.length : 0,
    incomplete: [...unreadable, ...(extensions?.incomplete ?? [])],
    total: typeof totalCount === 'number' ? totalCount : null,
  };
}

function holdsList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsList);
}

export type ExportFormat = 'csv' | 'ndjson' | 'json';

interface RowWriter {
  /** What begins the file. */
  readonly head: string;
  /** Text of one page. @param first true where no row was written before. */
  page(rows: readonly unknown[], first: boolean): string;
  /** What ends the file. @param empty true where no row was written. */
  end(empty: boolean): string;
}

function rowWriter(format: ExportFormat, columns: readonly Column[]): RowWriter {
  switch (format) {
    case 'csv':
      return {
        head: csv([columns.map(({ name }) => name)]),
        page: (rows) => csv(rows.map((row) => columns.map((column) => cellOf(row, column)))),
        end: () => '',
      };
    case 'ndjson':
      return {
        head: '',
        page: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
        end: () => '',
      };
    case 'json':
      return {
        head: '[',
        page: (rows, first) =>
          rows
            .map((row, at) => `${first && at === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`)
            .join(''),
        end: (empty) => (empty ? ']\n' : '\n]\n'),
      };
  }
}

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe: names and notes come from
 * strangers. Lists, and values that are objects, are JSON in one cell.
 */
const csv = (records: readonly (readonly unknown[])[]): string =>
  stringify([...records], {
    record_delimiter: 'windows',
    // A lone line feed in a value ends a record for most readers; with this delimiter it would go unquoted.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String, object: (value) => JSON.stringify(value) },
  });
