/** An object with 900 fields of the organisation's own: discovered once, in one page of rows whole, over real sockets; twice the rows take twice the time. */

import { expect, it } from 'vitest';
import { openDiscovering } from '../support/discovering.ts';
import { growthFault } from '../support/growth.ts';

const types = [
  'string',
  'double',
  'boolean',
  'date',
  'picklist',
  'currency',
  'email',
  'percent',
  'int',
];
const fieldsOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const type = types[index % types.length]!;
      const values = type === 'picklist' ? { values: ['One', 'Two', 'Three'] } : {};
      return [`Measure_${index}__c`, { type, ...values }];
    }),
  );
const schemaOf = (count: number) => ({ objects: { Account: { fields: fieldsOf(count) } } });

it('takes a start little longer, the next one nothing, and a page has them all', async () => {
  const few = await openDiscovering(schemaOf(9));
  await few.close();
  const fewAgain = await openDiscovering(schemaOf(9), few);
  await fewAgain.close();
  const first = await openDiscovering(schemaOf(900));
  await first.close();
  const second = await openDiscovering(schemaOf(900), first);
  expect([few.described, fewAgain.described, first.described, second.described]).toEqual([
    1, 0, 1, 0,
  ]);
  expect(first.said).toMatch(/^900 custom fields and 0 custom objects discovered/);
  const ms = [few, fewAgain, first, second].map(({ startMs }) => Math.round(startMs));
  process.stdout.write(
    `starts, ms: 9 fields ${ms[0]}, again ${ms[1]}; 900 fields ${ms[2]}, again ${ms[3]}\n`,
  );
  // A hundred times as many fields: a start that took a time with their square would take minutes.
  expect(first.startMs / fewAgain.startMs).toBeLessThan(20);
  expect(second.startMs / fewAgain.startMs).toBeLessThan(20);

  const names = Array.from({ length: 900 }, (_, index) => `measure${index}`);
  second.asked();
  const { data, errors } = await second.ask(
    `{ accounts(first: 20) { nodes { ${names.join(' ')} } } }`,
  );
  expect(errors).toBeUndefined();
  const { nodes } = (data as { accounts: { nodes: Record<string, unknown>[] } }).accounts;
  expect(nodes).toHaveLength(20);
  for (const node of nodes) expect(Object.keys(node)).toEqual(names);
  const empty = names.filter((name) => nodes.every((node) => node[name] === null));
  expect(empty).toEqual([]);
  // The object's description, which tells what is readable, and one statement, too long for an address.
  expect(second.asked().map((path) => path.replace(/^.*\/v\d+\.0\//, ''))).toEqual([
    'composite/batch',
    'composite/batch',
  ]);

  // Another filter each time, so that nothing of it is cached.
  let asked = 0;
  const page = (rows: number) => {
    asked += 1;
    return second.ask(
      `{ accounts(first: ${rows}, filter: { name: { ne: "${asked}" } }) { nodes { ${names.join(' ')} } } }`,
    );
  };
  expect(await growthFault(page, 100)).toBeNull();
});
