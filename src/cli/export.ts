/** `switchboard export`: every row of one connection into a file, page by page, resumable. */

import { UserInputError } from '../errors.ts';
import { openClient, printIncomplete } from './client.ts';
import type { ExportFormat } from './export/row.ts';
import { exportRows } from './export/walk.ts';
import { misuse, onlyArgument, readFlags } from './flag.ts';
import { commands } from './help.ts';
import { readText, readVariables } from './query.ts';

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
