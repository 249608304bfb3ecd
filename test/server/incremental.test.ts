import { meros } from 'meros/browser';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Backend } from '../../src/connector-service/backend.ts';
import { type AttemptEnd, attemptEndTopic } from '../../src/upstream/diagnostics-channel.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

let world: World;
/** Transcripts are as slow as a test wants them: they come when it lets them. */
let letThrough: () => void = () => {};
let through: Promise<void> = Promise.resolve();

/** Entities that were asked for, in order. */
const asked: string[] = [];

const slow = (backend: Backend): Backend => ({
  ...backend,
  close: () => backend.close(),
  async execute(operation) {
    asked.push(operation.entity);
    if (operation.entity === 'call_transcripts') await through;
    return backend.execute(operation);
  },
});

function holdTranscripts(): void {
  ({ promise: through, resolve: letThrough } = Promise.withResolvers<void>());
}

beforeAll(async () => {
  world = await openWorld({
    server: { explain: 'header' },
    index: 'copied',
    backend: slow(openSynthetic({ now: () => today, customSchema })),
  });
});
afterAll(() => world.close());

interface Part {
  readonly data?: { calls: { nodes: { id: string; title: string }[] } };
  readonly incremental?: readonly {
    readonly data?: object;
    readonly items?: readonly unknown[];
    readonly path: unknown[];
    readonly errors?: readonly { readonly message: string; readonly extensions?: object }[];
  }[];
  readonly hasNext: boolean;
  readonly extensions?: {
    readonly cost?: { readonly actual: number };
    readonly explain?: { readonly calls: readonly object[] };
  };
}

/** Asks as an incremental client does. @param onPart called with each part as it comes. */
async function ask(
  query: string,
  headers: Record<string, string> = {},
  onPart: (part: Part) => void = () => {},
) {
  const response = await fetch(new URL('/graphql', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'multipart/mixed', ...headers },
    body: JSON.stringify({ query }),
  });
  const parts: { readonly body: Part }[] = [];
  const stream = await meros<Part>(response);
  if (stream instanceof Response) throw new Error(`Expected parts; got ${await stream.text()}`);
  for await (const part of stream)
    if (part.json) {
      parts.push({ body: part.body });
      onPart(part.body);
    }
  return parts;
}

describe('@defer', () => {
  it('brings a fast list at once and its slow transcripts when they are there', async () => {
    // No transcript comes before the list has been read.
    holdTranscripts();
    const parts = await ask(
      `{
        calls(first: 2) { nodes { id title ... @defer { transcript { monologues { speakerId } } } } }
      }`,
      {},
      () => letThrough(),
    );
    const first = parts[0]!;
    const last = parts.at(-1)!;
    expect(first.body.data!.calls.nodes).toHaveLength(2);
    expect(first.body.data!.calls.nodes[0]).not.toHaveProperty('transcript');
    expect(first.body.hasNext).toBe(true);
    expect(last.body.hasNext).toBe(false);
    const deferred = parts.flatMap(({ body }) => body.incremental ?? []);
    expect(deferred).toHaveLength(2);
    expect(deferred[0]!.data).toHaveProperty('transcript');
  });

  it('tells the whole cost and story in its last part', async () => {
    const parts = await ask(
      '{ calls(first: 2) { nodes { id title ... @defer { transcript { monologues { speakerId } } } } } }',
      { 'x-switchboard-explain': '1' },
    );
    expect(parts[0]!.body.extensions).toBeUndefined();
    const { cost, explain } = parts.at(-1)!.body.extensions!;
    expect(cost!.actual).toBe(2);
    expect(explain!.calls).toMatchObject([
      { wave: 1, entity: 'calls' },
      { wave: 2, entity: 'call_transcripts' },
    ]);
  });
});

describe('a question in parts that another client is being answered', () => {
  it('brings its first part at once, too', async () => {
    holdTranscripts();
    const accept = 'multipart/mixed, application/json';
    const query =
      '{ calls(first: 2) { nodes { id ... @defer { transcript { monologues { topic } } } } } }';
    const first = Promise.withResolvers<void>();
    const one = ask(query, { accept }, () => first.resolve());
    await first.promise;
    // The other is let through only by its own first part.
    await ask(query, { accept }, () => letThrough());
    expect(await one).not.toHaveLength(0);
  });
});

describe('a client that leaves between two parts', () => {
  it.each(['multipart/mixed', 'text/event-stream'])(
    'has nothing more asked (%s)',
    async (accept) => {
      holdTranscripts();
      const leaving = new AbortController();
      const response = await fetch(new URL('/graphql', world.url), {
        method: 'POST',
        signal: leaving.signal,
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({
          query: `{ calls(first: 3) { nodes {
          id ... @defer { transcript { monologues { speaker { user { name } } } } }
        } } }`,
        }),
      });
      await response.body!.getReader().read();
      await expect.poll(() => asked.at(-1)).toBe('call_transcripts');
      const cut = new Promise<AttemptEnd>((resolve) =>
        onTestFinished(attemptEndTopic.subscribe(resolve)),
      );
      leaving.abort();
      expect(await cut).toMatchObject({ entity: 'call_transcripts', error: 'CANCELLED' });
      letThrough();
      expect(await ask('{ accounts(first: 1) { nodes { name } } }')).toHaveLength(1);
      expect(asked.slice(-2)).toEqual(['call_transcripts', 'accounts']);
    },
  );
});

describe('@stream', () => {
  it('brings a list item by item', async () => {
    const parts = await ask('{ accounts(first: 5) { nodes @stream(initialCount: 1) { name } } }');
    const items = parts
      .flatMap(({ body }) => body.incremental ?? [])
      .flatMap(({ items }) => items ?? []);
    expect(items).toHaveLength(4);
    expect(parts.at(-1)!.body.hasNext).toBe(false);
  });
});

describe('a client that takes no parts', () => {
  it.each(['POST', 'GET'])('gets everything in one answer (%s)', async (method) => {
    const query =
      '{ accounts(first: 2) { nodes @stream { name ... @defer(label: "id") { id } } } }';
    const url = new URL('/graphql', world.url);
    if (method === 'GET') url.searchParams.set('query', query);
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify({ query }) } : {}),
    });
    const node = { name: expect.any(String), id: expect.any(String) };
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toMatchObject({ data: { accounts: { nodes: [node, node] } } });
  });

  it('gives errors of a later part their code, as those of a whole answer have', async () => {
    const { faults } = world.service.admin;
    faults.add({ kind: 'status', status: 503, entity: 'call_transcripts' });
    const parts = await ask(
      '{ calls(first: 1) { nodes { id ... @defer { transcript { monologues { topic } } } } } }',
    ).finally(() => faults.clear());
    const errors = parts
      .flatMap(({ body }) => body.incremental ?? [])
      .flatMap((one) => one.errors ?? []);
    expect(errors).toEqual([
      expect.objectContaining({
        extensions: expect.objectContaining({
          code: 'UPSTREAM_UNAVAILABLE',
          service: 'call-analytics',
        }),
      }),
    ]);
  });
});
