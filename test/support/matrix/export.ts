/** Exports one list to a file as the command does: it holds every row, or the command ends with what is missing. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportRows } from '../../../src/cli/export/export-rows.ts';
import type { ClientAnswer } from '../../../src/questions/row-page.ts';
import type { MatrixList, Owner } from './row.ts';
import type { Ask, Verdict } from './walk.ts';
import { isOfArchive, rowsVerdict, type WalkOptions, worst } from './walk.ts';

/** The schema does not change: one introspection serves all exports. */
let introspected: Promise<ClientAnswer> | undefined;

function schemaOf(ask: Ask, query: string): Promise<ClientAnswer> {
  const known = introspected ?? ask(query);
  introspected = known;
  return known;
}

export async function exportList(
  ask: Ask,
  list: MatrixList,
  owners: readonly Owner[],
  options: WalkOptions,
): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-matrix-'));
  const verdicts: { owner: Owner; keys: string[]; said: string | null }[] = [];
  try {
    for (const owner of owners) verdicts.push(await exportOne(ask, list, owner, options, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const after = await options.after?.();
  return worst(
    verdicts.map(({ owner, keys, said }) => rowsVerdict({ owner, keys, said }, options, after)),
  );
}

async function exportOne(
  ask: Ask,
  list: MatrixList,
  owner: Owner,
  { size }: WalkOptions,
  folder: string,
) {
  const out = join(folder, `${owner.id ?? 'root'}.out`.replaceAll('/', '_'));
  const field = list.ask(`first: ${size}, after: $after`);
  const asked =
    owner.id === null ? field : `node(id: "${owner.id}") { ... on ${list.host} { ${field} } }`;
  const query = `query M($after: String) { ${asked} }`;
  const format = /nodes \{ upstreamId \}/.test(field) ? 'csv' : 'ndjson';
  const client = {
    execute(text: string, variables: Readonly<Record<string, unknown>>): Promise<ClientAnswer> {
      if (!text.includes('__schema')) return ask(text, variables);
      return schemaOf(ask, text);
    },
    close: async () => {},
  };
  const plain = { selection: null, unnest: null, isGzipped: false };
  const quiet = { ...plain, variables: {}, restart: false, force: false, log: () => {} };
  try {
    const { incomplete, doubtful } = await exportRows(client, { ...quiet, query, format, out });
    const [head, ...lines] = readFileSync(out, 'utf8').split('\n');
    const rows = (format === 'csv' ? lines : [head ?? '', ...lines]).map((line) => line.trim());
    const keys = rows
      .filter((line) => line !== '')
      .map((line) => (format === 'csv' ? line : list.key(JSON.parse(line) as never)));
    const lack = incomplete.find((one) => !isOfArchive(one));
    const said = lack?.message ?? (doubtful > 0 ? 'doubtful' : null);
    return { owner, keys, said };
  } catch (error) {
    return { owner, keys: [], said: error instanceof Error ? error.message : String(error) };
  }
}
