/**
 * How long the connector service takes at the large size: a page of 100 calls with their parties,
 * and 200 records by id. `node test/bench/service.ts [--size small] [--file PATH] [--calls 300]`
 */

import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import type { Backend } from '../../src/connector-service/backend.ts';
import { startDemoService } from '../../src/demo/service.ts';
import { openSyntheticBackend } from '../../src/demo/synthetic-backend.ts';

const { values: flags } = parseArgs({
  options: {
    size: { type: 'string', default: 'large' },
    file: { type: 'string' },
    calls: { type: 'string', default: '300' },
  },
});
const count = Number(flags.calls);

const opening = performance.now();
const backend: Backend = openSyntheticBackend({
  size: flags.size === 'small' ? 'small' : 'large',
  ...(flags.file === undefined ? {} : { file: flags.file }),
  now: () => new Date(),
});
console.log(`company opened in ${Math.round(performance.now() - opening)} ms`);
const service = await startDemoService({ backend });
const pool = new Pool(service.url, { connections: 1 });

async function execute(instance: string, body: object): Promise<string> {
  const response = await pool.request({
    method: 'POST',
    path: `/api/v1/connectors/instances/${instance}/execute`,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text.slice(0, 300)}`);
  return text;
}

const quantile = (sorted: readonly number[], share: number): string =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(2);

/** Runs `body` one call after another; prints the service's own time and the time over the wire. */
async function measure(name: string, instance: string, body: (n: number) => object): Promise<void> {
  for (let n = 0; n < 20; n += 1) await execute(instance, body(n));
  service.admin.log.clear();
  service.admin.limiter.reset();
  const wire: number[] = [];
  let bytes = 0;
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    bytes += (await execute(instance, body(n))).length;
    wire.push(performance.now() - start);
  }
  const own = service.calls().map((call) => call.ms ?? 0);
  const rows = service.calls()[0]?.rows;
  for (const times of [own, wire]) times.sort((a, b) => a - b);
  const figures = (times: readonly number[]): string =>
    `p50 ${quantile(times, 0.5)} p99 ${quantile(times, 0.99)} ms`;
  console.log(
    `${name}: ${rows} rows, ${Math.round(bytes / count / 1024)} KB; service ${figures(own)}; over the wire ${figures(wire)}`,
  );
}

const { callAnalytics, crm } = service.instances;

// Windows in different months, so that no page is warm from the one before.
const day = 86_400_000;
const windowOf = (n: number) => {
  const start = Date.now() - (500 - ((n * 7) % 480)) * day;
  return {
    fromDateTime: new Date(start).toISOString(),
    toDateTime: new Date(start + 20 * day).toISOString(),
  };
};
await measure('calls_extensive with parties', callAnalytics, (n) => ({
  entity: 'calls_extensive',
  action: 'list',
  params: { filter: windowOf(n), contentSelector: { exposedFields: { parties: true } } },
}));

const ids: string[] = [];
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
  const q = `SELECT Id FROM Contact WHERE LastName LIKE '${letter}%' LIMIT 200`;
  const text = await execute(crm, { entity: 'contacts', action: 'list', params: { q } });
  const { result } = JSON.parse(text) as { result: { records: { Id: string }[] } };
  ids.push(...result.records.map((record) => record.Id));
}
const fields =
  'Id, Name, FirstName, LastName, Email, Phone, Title, AccountId, Account.Name, OwnerId';
await measure('contacts by id', crm, (n) => {
  const wanted = Array.from({ length: 200 }, (_, at) => ids[(n * 200 + at * 7) % ids.length]);
  const list = wanted.map((id) => `'${id}'`).join(',');
  const q = `SELECT ${fields} FROM Contact WHERE Id IN (${list}) LIMIT 200`;
  return { entity: 'contacts', action: 'list', params: { q } };
});
await measure('workspaces', callAnalytics, () => ({ entity: 'workspaces', action: 'list' }));

await pool.close();
await service.close();
