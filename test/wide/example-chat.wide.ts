/** The example that posts quiet deals, run as its README says against a gateway and a chat on loopback. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { type Addresses, exampleOf } from '../support/example.ts';
import { openWorld, type World } from '../support/world.ts';

const example = exampleOf('quiet-deals-chat');
const posted: unknown[] = [];
/** What the chat answers. */
let status = 200;
const chat = createServer(async (request, response) => {
  posted.push(await json(request));
  response.writeHead(status).end(status === 200 ? 'ok' : 'no_such_hook');
});
let world: World;
let addresses: Addresses;

beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
  await once(chat.listen(0, '127.0.0.1'), 'listening');
  addresses = {
    'http://127.0.0.1:9999': `http://127.0.0.1:${(chat.address() as AddressInfo).port}`,
  };
});
beforeEach(() => {
  posted.length = 0;
  status = 200;
  world.service.admin.faults.clear();
});
afterAll(async () => {
  chat.close();
  await world.close();
});

const gateway = () => ({ SWITCHBOARD_URL: new URL('/graphql', world.url).href });

it('prints the message where no chat is named', async () => {
  const { code, stdout } = await example.run(0, addresses, gateway());
  expect(stdout.split('\n')[0]).toBe('*No call for 30 days*');
  expect(stdout).toContain('\n10. ');
  expect(code).toBe(0);
});

it('posts the greatest quiet deals, a line each, and says that there are more', async () => {
  const { code, stderr } = await example.run(1, addresses, gateway());
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { data } = await world.ask(`{
    opportunities(first: 10, filter: { isClosed: { eq: false }
      lastCall: { notSince: { period: LAST_N_DAYS, n: 30 } } }
      orderBy: [{ field: AMOUNT, direction: DESC, nulls: LAST }]) { nodes { name amount } }
  }`);
  const [{ text }] = posted as [{ text: string }];
  const [title, ...lines] = text.split('\n');
  expect(title).toBe('*No call for 30 days*');
  expect(lines.pop()).toBe('… and more.');
  expect(lines.map((line) => line.split(' · ', 2))).toEqual(
    data.opportunities.nodes.map(
      ({ name, amount }: { name: string; amount: number }, at: number) => [
        `${at + 1}. ${name.replaceAll('&', '&amp;')}`,
        `${amount.toLocaleString('en')} USD`,
      ],
    ),
  );
  for (const line of lines)
    expect(line).toMatch(/ · (last call (\d{4}-\d\d-\d\d|\?)|never a call)/);
});

const hidden: Fault = { kind: 'hidden', system: 'crm', names: ['Opportunity.NextStep'] };
it.each([
  {
    fails: 'a field',
    fault: hidden,
    says: /^\*No call for 30 days\*\n1\. [^⚠]*\n⚠ Not all is here: /,
  },
  {
    fails: 'the list',
    fault: { kind: 'status', status: 500, entity: 'opportunities' } as const,
    says: /^\*Quiet deals could not be read\.\*\n⚠ Not all is here: /,
  },
])('says that $fails failed, and ends with 1', async ({ fault, says }) => {
  world.service.admin.faults.add(fault);
  const { code } = await example.run(1, addresses, gateway());
  const [{ text }] = posted as [{ text: string }];
  expect(text).toMatch(says);
  expect(code).toBe(1);
});

it('says that a list lacks rows, and ends with 1', async () => {
  world.service.admin.faults.add({ kind: 'rows', change: 'short', entity: 'opportunities' });
  const { code } = await example.run(1, addresses, gateway());
  const [{ text }] = posted as [{ text: string }];
  expect(text).toMatch(/⚠ Not all is here: /);
  expect(code).toBe(1);
});

it('says that no gateway answered, and ends with 1', async () => {
  const nowhere = { SWITCHBOARD_URL: 'http://127.0.0.1:1/graphql' };
  const { code } = await example.run(1, addresses, nowhere);
  expect(posted).toEqual([
    {
      text: '*Quiet deals could not be read.*\n⚠ Not all is here: fetch failed: http://127.0.0.1:1/graphql',
    },
  ]);
  expect(code).toBe(1);
});

it('ends with 1 where the chat refuses the message', async () => {
  status = 404;
  const { code, stderr } = await example.run(1, addresses, gateway());
  expect(stderr).toBe('The chat answered 404.\n');
  expect(code).toBe(1);
});
