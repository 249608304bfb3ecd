/**
 * How long the synthetic company takes to make, how much memory that needs, and how long its
 * heavier operations take. `node test/bench/company.ts [--size large] [--file PATH]`
 */

import { parseArgs } from 'node:util';
import type { BackendAnswer } from '../../src/connector-service/backend.ts';
import { openSyntheticBackend } from '../../src/demo/synthetic-backend.ts';

const { values: flags } = parseArgs({
  options: { size: { type: 'string', default: 'small' }, file: { type: 'string' } },
});

const opening = performance.now();
const backend = openSyntheticBackend({
  size: flags.size === 'large' ? 'large' : 'small',
  ...(flags.file === undefined ? {} : { file: flags.file }),
  now: () => new Date(),
});
console.log(`opened in ${Math.round(performance.now() - opening)} ms`);
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

async function run(entity: string, params: object): Promise<readonly unknown[]> {
  const answer: BackendAnswer = await backend.execute({
    system: 'call-analytics',
    entity,
    action: 'list',
    params: { ...params },
    page: null,
  });
  return answer.kind === 'cursor-page' || answer.kind === 'rows' ? answer.rows : [];
}

/** Prints the median of eleven runs, after three to warm up. */
async function measure(name: string, entity: string, params: object): Promise<void> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < 14; round += 1) {
    const start = performance.now();
    rows = (await run(entity, params)).length;
    if (round >= 3) times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  console.log(`${name.padEnd(44)} ${times[5]!.toFixed(2).padStart(8)} ms  ${rows} rows`);
}

const today = Date.now();
const daysAgo = (days: number): string => new Date(today - days * 86_400_000).toISOString();
const since = { fromDateTime: daysAgo(60) };
const ids = (await run('calls', since)).map((call) => (call as { id: string }).id);
const exposing = (exposedFields: object) => ({ contentSelector: { exposedFields } });
const month = { filter: { fromDate: daysAgo(40).slice(0, 10), toDate: daysAgo(10).slice(0, 10) } };
const year = { filter: { fromDate: daysAgo(375).slice(0, 10), toDate: daysAgo(10).slice(0, 10) } };

await measure('calls', 'calls', since);
await measure('calls_extensive, parties', 'calls_extensive', {
  filter: since,
  ...exposing({ parties: true }),
});
await measure('calls_extensive by 100 ids, parties', 'calls_extensive', {
  filter: { callIds: ids },
  ...exposing({ parties: true }),
});
await measure('calls_extensive, parties and CRM context', 'calls_extensive', {
  filter: since,
  contentSelector: { context: 'Extended', exposedFields: { parties: true } },
});
await measure('calls_extensive, trackers and outline', 'calls_extensive', {
  filter: since,
  ...exposing({ content: { trackers: true, outline: true } }),
});
await measure('call_transcripts by 100 ids', 'call_transcripts', { filter: { callIds: ids } });
await measure('stats_activity_aggregate, a month', 'stats_activity_aggregate', month);
await measure('stats_activity_day_by_day, a month', 'stats_activity_day_by_day', month);
await measure('stats_interaction, a month', 'stats_interaction', month);
await measure('stats_activity_aggregate, a year', 'stats_activity_aggregate', year);
await measure('stats_interaction, a year', 'stats_interaction', year);
backend.close();
