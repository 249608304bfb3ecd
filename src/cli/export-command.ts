/** `switchboard export`: every row of a document's one list into a file. */

import { existsSync } from 'node:fs';
import { counted } from '../errors.ts';
import { stderr } from '../main/terminal.ts';
import { printIncomplete } from './answer-error.ts';
import { type Client, openClient } from './client.ts';
import { commands } from './command-line.ts';
import { type ExportOptions, exportRows } from './export/export-rows.ts';
import { formOf } from './export/format.ts';
import { endDone, endInterrupted, stopListening } from './export/interrupt.ts';
import { expectNoFile, partOf } from './export/part-file.ts';
import { misuse, onlyArgument, readFlags } from './flag.ts';
import { readQueryFile, readVariables } from './query-command.ts';

/** @returns 0 when the last row is written and nothing was incomplete, else 1. Rows written before a failure stay, and the next run continues after them. */
export async function runExport(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.export);
  const query = readQueryFile(onlyArgument(positionals, commands.export));
  const { out } = values;
  if (out === undefined) throw misuse(commands.export, '--out: expected a path; got none.');
  const form = formOf(out, values.format);
  const variables = readVariables(values.variables, query);
  // Before a gateway is started and its index filled, which takes its time.
  expectNoFile(out, values.force);
  const client = await openClient(values);
  try {
    return await writeRows(client, {
      query,
      variables,
      out,
      ...form,
      restart: values.restart,
      force: values.force,
      selection: null,
      unnest: values.unnest?.split('.') ?? null,
    });
  } finally {
    await client.close();
  }
}

/** Exports, and reports written and incomplete rows on standard error. @returns the exit code. */
export async function writeRows(
  client: Client,
  options: Omit<ExportOptions, 'log'>,
): Promise<number> {
  const log = (line: string): void => void stderr.write(`${line}\n`);
  const part = partOf(options.out);
  endInterrupted(() => {
    if (existsSync(part))
      log(`\nInterrupted. The rows so far are in ${part}; the same command goes on from there.`);
  });
  const exported = await exportRows(client, { ...options, log }).catch((error: unknown) => {
    stopListening();
    throw error;
  });
  // Between the file's getting its name and here no I/O is awaited, so no signal is handled.
  const { rows, records, doubtful, incomplete } = exported;
  const code = incomplete.length + doubtful === 0 ? 0 : 1;
  endDone(code);
  const of = options.unnest === null ? '' : ` of ${counted(records, 'record')}`;
  log(`${counted(rows, 'row')}${of} in ${options.out}`);
  if (doubtful > 0)
    log(
      `Lists inside ${doubtful.toLocaleString('en')} of them may have ended early, as the upstream's pages did: select their pageInfo to know, or ask for fewer rows a page.`,
    );
  printIncomplete(incomplete);
  return code;
}
