import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Backend } from '../../src/connector-service/backend.ts';
import { roomyLimits } from '../support/small-server.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

/**
 * What a gateway gets done while far more is asked of it than it can take. Time is counted in beats
 * of the connector service, which answers everything it holds at each of them and nothing between:
 * what is answered a beat says how much work gets done, however fast the machine is.
 */
const running = 6;
const queued = 3;
const beats = 8;
const patience = { interval: 5 };

let world: World;
let agent: Agent;
const held: (() => void)[] = [];
let isHolding = false;

const holding = (backend: Backend): Backend => ({
  ...backend,
  close: () => backend.close(),
  async execute(operation) {
    if (isHolding) await new Promise<void>((go) => held.push(go));
    return backend.execute(operation);
  },
});

beforeAll(async () => {
  world = await openWorld({
    index: false,
    backend: holding(openSynthetic({ now: () => today, customSchema })),
    server: { limits: { ...roomyLimits, concurrent: running, queued } },
  });
  agent = new Agent({ connections: 1_000 });
});
afterAll(async () => {
  await agent.destroy();
  await world.close();
});

interface Reply {
  readonly status: number;
  readonly retryAfter: unknown;
  readonly text: string;
}

/** A question of its own for each number: none shares another's upstream call or answer. */
async function ask(n: number): Promise<Reply> {
  const query = `{ n${n}: accounts(first: 2, filter: { annualRevenue: { gt: ${n}.5 } }) { nodes { name } } }`;
  const { statusCode, headers, body } = await request(new URL('/graphql', world.url), {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return { status: statusCode, retryAfter: headers['retry-after'], text: await body.text() };
}

const dataOf = ({ text }: Reply): unknown => JSON.parse(text).data;

interface Outcome {
  /** Numbers of the questions answered by the end of each beat, and the answers. */
  readonly answered: readonly (readonly [number, Reply])[][];
  /** The same of those who were still waiting at the end of the last one. */
  readonly late: readonly (readonly [number, Reply])[];
  readonly shed: readonly Reply[];
}

/** So many ask before each beat, whatever became of those before them. */
async function load(perBeat: number, from: number): Promise<Outcome> {
  const answered: (readonly [number, Reply])[][] = [];
  const shed: Reply[] = [];
  let open = 0;
  let now: (readonly [number, Reply])[] = [];
  isHolding = true;
  for (let beat = 0; beat < beats; beat += 1) {
    now = [];
    answered.push(now);
    for (let at = 0; at < perBeat; at += 1) {
      const number = from + beat * perBeat + at;
      open += 1;
      void ask(number).then((reply) => {
        open -= 1;
        if (reply.status === 503) shed.push(reply);
        else now.push([number, reply]);
      });
    }
    // Whoever finds no place knows it before anybody is answered.
    const taken = Math.min(open, running + queued);
    await expect
      .poll(() => [open, held.length], patience)
      .toEqual([taken, Math.min(taken, running)]);
    const going = held.splice(0);
    for (const go of going) go();
    await expect.poll(() => now.length, patience).toBe(going.length);
  }
  // Whoever is still in the queue belongs to no beat.
  const late: (typeof now)[number][] = [];
  now = late;
  isHolding = false;
  while (open > 0) {
    for (const go of held.splice(0)) go();
    await new Promise(setImmediate);
  }
  return { answered, late, shed };
}

it('a gateway asked five times what it can take gets as much done as at its capacity, and says no to the rest at once', async () => {
  const before = world.service.calls().length;
  const atCapacity = await load(running, 0);
  const good = atCapacity.answered.flat().length;
  expect(good).toBe(beats * running);
  expect(atCapacity.shed).toEqual([]);
  expect(world.service.calls().length - before).toBe(good);

  const overloaded = await load(5 * running, 100_000);
  expect(overloaded.answered.map((now) => now.length)).toEqual(Array(beats).fill(running));
  const served = [...overloaded.answered.flat(), ...overloaded.late];
  expect(overloaded.late).toHaveLength(queued);
  // All that found no place were told so, and when to come back.
  expect(overloaded.shed).toHaveLength(5 * running * beats - served.length);
  for (const { status, retryAfter, text } of overloaded.shed) {
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '1' });
    expect(JSON.parse(text).errors[0].extensions).toMatchObject({
      ...{ code: 'OVERLOADED', retryable: true, retryAfterMs: 1_000 },
    });
  }
  // Nobody who was sent away cost a call, and each of the others got its own answer.
  expect(world.service.calls().length - before - good).toBe(served.length);
  for (const [number, reply] of served) {
    expect(reply.status).toBe(200);
    expect(dataOf(reply)).toEqual(dataOf(await ask(number)));
  }
});
