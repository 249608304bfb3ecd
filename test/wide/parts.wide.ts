/** An answer in parts, put together, is the answer in one: random questions, cut by @defer and @stream at random, with and without faults. */

import fc from 'fast-check';
import {
  type ArgumentNode,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldNode,
  getNullableType,
  isListType,
  Kind,
  parse,
  print,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { meros } from 'meros/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RandomQuery } from '../engine/plan/random-query.ts';
import { samples } from '../engine/plan/sample.ts';
import { cases } from '../support/cases.ts';
import { roomyLimits } from '../support/small-server.ts';
import { type GraphAnswer, openWorld, schema, type World } from '../support/world.ts';

/** Limits that refuse nothing. */
const limits = {
  ...roomyLimits,
  cost: 1e6,
  depth: 60,
  fields: 10_000,
  aliases: 1_000,
  directives: 1_000,
};

let world: World;
let queries: RandomQuery;
beforeAll(async () => {
  world = await openWorld({ server: { limits }, index: 'copied' });
  queries = new RandomQuery(schema, await samples(world), { depth: 5, fields: 3 });
});
afterAll(() => world.close());

type Choose = (outOf: number) => number;

/** The document with some selections deferred and some lists streamed, some of them labelled. */
function cut(document: DocumentNode, choose: Choose): DocumentNode {
  const info = new TypeInfo(schema);
  let labels = 0;
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const directive = (value: string, more: readonly ArgumentNode[] = []): ConstDirectiveNode => {
    labels += 1;
    const label = { kind: Kind.STRING, value: `label ${labels}` } as const;
    const labelled = { kind: Kind.ARGUMENT, name: name('label'), value: label } as const;
    const given = [...more, ...(choose(2) === 0 ? [labelled] : [])];
    return { kind: Kind.DIRECTIVE, name: name(value), arguments: given } as ConstDirectiveNode;
  };
  const streamed = (field: FieldNode): FieldNode => {
    const count = { kind: Kind.INT, value: String(choose(4)) } as const;
    const initial = { kind: Kind.ARGUMENT, name: name('initialCount'), value: count } as const;
    return { ...field, directives: [directive('stream', choose(3) === 0 ? [] : [initial])] };
  };
  const deferred = (selection: SelectionNode): SelectionNode => ({
    kind: Kind.INLINE_FRAGMENT,
    directives: [directive('defer')],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [selection] },
  });
  return visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        leave(field) {
          const type = info.getType();
          const isList = type != null && isListType(getNullableType(type));
          return isList && choose(2) === 0 ? streamed(field) : undefined;
        },
      },
      SelectionSet: {
        leave: (set) => ({
          ...set,
          selections: set.selections.map((one) => (choose(4) === 0 ? deferred(one) : one)),
        }),
      },
    }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: parts of any question.
type Json = any;

async function partsOf(query: string, accept: string): Promise<Json[]> {
  const response = await fetch(new URL('/graphql', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query }),
  });
  const parts: Json[] = [];
  if (accept === 'text/event-stream') {
    for (const event of (await response.text()).split('\n\n'))
      if (event.includes('event: next')) parts.push(JSON.parse(event.split('data: ')[1]!));
    return parts;
  }
  const stream = await meros<Json>(response);
  if (stream instanceof Response) return [await stream.json()];
  for await (const { json, body } of stream) parts.push(json ? body : `no JSON: ${body}`);
  return parts;
}

/** Puts parts together, as a client does. @throws Error for a part that has no place. */
function together([first, ...more]: Json[]): Pick<GraphAnswer, 'data' | 'errors' | 'extensions'> {
  const root = { data: first.data };
  const errors = [...(first.errors ?? [])];
  for (const part of [first, ...more].flatMap(({ incremental = [] }) => incremental)) {
    errors.push(...(part.errors ?? []));
    const path = ['data', ...part.path];
    const key = path.pop();
    const parent = path.reduce((value, step) => value[step], root as Json);
    if (part.items === undefined) lay(part.data, parent[key]);
    else if (parent.length !== key) throw new Error(`Expected item ${parent.length}; got ${key}.`);
    else parent.push(...part.items);
  }
  const last = more.at(-1) ?? first;
  if (more.length > 0) expect(last.hasNext).toBe(false);
  return { data: root.data, errors, extensions: last.extensions };
}

function lay(more: Json, over: Json): void {
  for (const [name, value] of Object.entries<Json>(more))
    if (typeof value === 'object' && value !== null && typeof over[name] === 'object' && over[name])
      lay(value, over[name]);
    else over[name] = value;
}

/** A lone user is fetched by id or as one of a list, depending on how many were before: the message tells. */
const failures = ({ errors = [] }: Pick<GraphAnswer, 'errors'>): string[] =>
  errors.map(({ path, extensions: { code } }) => `${path?.join('.')} ${code}`).sort();

const isAnyLeftAlone = ({ errors = [] }: Pick<GraphAnswer, 'errors'>): boolean =>
  errors.some(({ message }) => message.includes('has been failing'));

const faulty = ['users', 'calls', 'contacts', 'call_transcripts', 'accounts', 'opportunities'];

it.each(['multipart/mixed', 'text/event-stream'])('%s', async (accept) => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      const choose: Choose = (outOf) => g(fc.nat, { max: outOf - 1 });
      const text = queries.draw(g);
      const asked = print(cut(parse(text), choose));
      const { faults } = world.service.admin;
      if (choose(2) === 0) faults.add({ kind: 'status', status: 500, entity: faulty[choose(6)]! });
      const whole = await world.ask(text);
      const parts = await partsOf(asked, accept);
      faults.clear();
      if (whole.data === undefined || whole.data === null) return;
      const answer = together(parts);
      // What is left alone, once enough has failed, depends on which call comes first.
      if (isAnyLeftAlone(whole) || isAnyLeftAlone(answer)) return;
      expect(answer.data, asked).toEqual(whole.data);
      expect(failures(answer), asked).toEqual(failures(whole));
      const { actual, requested } = answer.extensions!.cost as Record<string, number>;
      expect(actual, asked).toBeLessThanOrEqual(requested!);
      compared += parts.length > 1 ? 1 : 0;
    }),
    { numRuns: cases(20), endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(0);
});
