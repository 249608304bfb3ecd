/** No part of an answer leaves unmeasured: errors are counted, and what stands in for an answer is, too. */

import fc from 'fast-check';
import { GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonBytes, leastBytes, mostBytesPerUnit } from '../../src/engine/execute/json-size.ts';
import { maskError } from '../../src/server/error-response.ts';
import { openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { AnswerSizes } from '../../src/server/limit/answer-size.ts';
import { AnswerWriter } from '../../src/server/limit/answer-writer.ts';
import { RequestRecord } from '../../src/server/request-record.ts';
import { roomyLimits } from '../support/small-server.ts';
import { openWorld, type World } from '../support/world.ts';

describe('the size of a value as JSON', () => {
  const text = fc.string({ unit: 'binary' });
  const any = fc.anything({
    key: text,
    values: [text, fc.double(), fc.boolean(), fc.constant(null)],
  });

  it('is told exactly before it is written', () => {
    fc.assert(
      fc.property(any, (value) => {
        const written = JSON.stringify(value) ?? '';
        expect(jsonBytes(value)).toBe(Buffer.byteLength(written));
      }),
    );
  });

  it('is told with a limit that ends the looking through', () => {
    fc.assert(
      fc.property(any, fc.nat(100), (value, limit) => {
        const bytes = jsonBytes(value);
        const told = jsonBytes(value, limit);
        if (bytes <= limit) expect(told).toBe(bytes);
        else expect(told).toBeGreaterThan(limit);
      }),
    );
  });

  it('is no more than six times what it is at least, and what surrounds it', () => {
    const json = fc.jsonValue({ stringUnit: 'binary' });
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonBytes(value)).toBeLessThanOrEqual(mostBytesPerUnit * leastBytes(value) + 2);
      }),
    );
  });
});

describe('errors beyond those that an answer names', () => {
  let world: World;
  beforeAll(async () => {
    const limits = { ...roomyLimits, errors: 20 };
    world = await openWorld({ server: { limits }, index: false });
  });
  afterAll(() => world.close());

  const query =
    '{ calls(first: 7) { nodes { id a: transcript { call { id } } media { audioUrl } ... { c: transcript { call { id } } } } } }';

  it.each([
    ['POST', 'application/json'],
    ['POST', 'application/graphql-response+json'],
    ['GET', 'application/json'],
    ['POST', 'multipart/mixed'],
    ['POST', 'text/event-stream'],
  ])('are counted by code and path: %s of %s', async (method, accept) => {
    const url = new URL('/graphql', world.url);
    const asked = accept.includes('json') ? query : query.replace('... {', '... @defer {');
    if (method === 'GET') url.searchParams.set('query', asked);
    const response = await fetch(url, {
      method,
      headers: { accept, authorization: 'Rights none', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ query: asked }) }),
    });
    const text = await response.text();
    const named = text.match(/"message":"Expected the right/g) ?? [];
    expect([text.slice(0, 300), named.length]).toEqual([expect.any(String), 20]);
    const summary =
      /"message":"Expected at most 20 errors in an answer; got (\d+) more.*?"further":(\[.*?\])/.exec(
        text,
      );
    expect(summary?.[1]).toBe('1');
    expect(JSON.parse(summary![2]!)).toEqual([
      {
        code: 'FORBIDDEN',
        path: expect.stringMatching(/^calls\.nodes\.\*\.(a|c|media)$/),
        count: 1,
      },
    ]);
    expect(text).toContain('"code":"QUERY_TOO_COSTLY","retryable":false');
  });

  it('leave those before them as they are, in their order, and the data', async () => {
    const many = await world.ask(query.replace('7', '50'), {}, []);
    const few = await world.ask(query.replace('7', '6'), {}, []);
    expect(many.errors).toHaveLength(21);
    const plain = ({ message, path }: (typeof many.errors & object)[number]) => ({ message, path });
    expect(many.errors!.slice(0, 18).map(plain)).toEqual(few.errors!.map(plain));
    expect(many.errors![20]!.extensions.further).toEqual(
      ['c', 'a', 'media'].map((key) => ({
        code: 'FORBIDDEN',
        path: `calls.nodes.*.${key}`,
        count: expect.any(Number),
      })),
    );
    const further = many.errors![20]!.extensions.further as { count: number }[];
    expect(further.reduce((sum, { count }) => sum + count, 0)).toBe(130);
    expect(many.data.calls.nodes).toHaveLength(50);
  });
});

describe('what stands in place of an answer', () => {
  const identity = openToAll.authenticate(undefined) as Identity;
  const begun = (): RequestRecord => Object.assign(new RequestRecord('test'), { identity });
  const sizes = new AnswerSizes({
    answerBytes: 1_000,
    clientUnreadBytes: 1_500,
    unreadBytes: 5_000,
  });
  const writer = new AnswerWriter({
    sizes,
    maxErrors: 10,
    mask: (error) => maskError(error, () => {}),
    leastExtensions: () => ({ cost: null }),
  });
  const secret = 'x'.repeat(600);

  it.each([
    ['data', { data: { [secret]: secret } }],
    ['an extension', { data: null, extensions: { later: [secret, secret] } }],
    [
      'an error’s path',
      { data: null, errors: [new GraphQLError('m', { path: [secret, secret] })] },
    ],
    [
      'its extensions',
      {
        errors: [
          new GraphQLError('m', { extensions: { code: 'INTERNAL', secret } }),
          new GraphQLError(secret),
        ],
      },
    ],
  ])('repeats nothing of it, and is counted: too large is %s', (_what, result) => {
    const record = begun();
    const { body, isReplaced } = writer.write(record, result);
    if (isReplaced) expect(body.text).not.toContain('xxx');
    expect([isReplaced, body.bytes < 1_000]).toEqual([!_what.startsWith('its'), true]);
    expect(sizes.unreadBytes).toBe(body.bytes);
    sizes.release(record);
    expect(sizes.unreadBytes).toBe(0);
  });

  it('is counted where there is no room for the answer, too', () => {
    const records = [begun(), begun(), begun()];
    const written = records.map((record) => writer.write(record, { data: { a: secret } }));
    expect(written.map(({ isReplaced }) => isReplaced)).toEqual([false, false, true]);
    expect(written[2]!.body.text).toContain('OVERLOADED');
    expect(sizes.unreadBytes).toBe(written.reduce((sum, { body }) => sum + body.bytes, 0));
    for (const record of records) sizes.release(record);
  });
});
