/** What commands print of others' texts, and what they take for an answer: no escape sequence, stack or password reaches a terminal, and no other JSON passes for a success. */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorText } from '../../src/main/start-error.ts';
import { runHere } from '../support/here.ts';

const document = 'schema/operations/team-activity.graphql';

let answer: { readonly status: number; readonly body: unknown };
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const commands: readonly (readonly string[])[] = [
  ['query', document],
  ['query', document, '--format', 'table'],
  ['query', document, '--format', 'csv'],
  ['export', document, '--out', 'no/such.csv'].with(3, join(import.meta.dirname, 'never.csv')),
  ['run'],
  ['run', 'quiet-deals'],
  ['index', 'status'],
];

describe('an answer to who has no key', () => {
  it('names the flag that takes it', async () => {
    const error = { message: 'Expected the header.', extensions: { code: 'UNAUTHENTICATED' } };
    answer = { status: 401, body: { errors: [error] } };
    for (const command of commands) {
      const { code, output } = await runHere([...command, '--url', url]);
      expect([command, output]).toEqual([
        command,
        expect.stringContaining('Expected the header. --key takes it.'),
      ]);
      expect(code).toBe(1);
    }
  });
});

describe('an answer that is none', () => {
  const error = { message: 'no' };
  it.each<[number, unknown]>([
    [404, { message: 'Not Found' }],
    [200, {}],
    [200, []],
    [200, { data: null }],
    [200, { data: [] }],
    [200, { data: 'x' }],
    [500, {}],
    [500, { data: { indexStatus: null } }],
    [200, { errors: [] }],
    [200, { errors: {} }],
    [200, { errors: ['no'] }],
    [200, { data: {}, errors: [{}] }],
    [200, { data: {}, errors: [{ message: 'no', path: 'a' }] }],
    [200, { data: {}, extensions: { incomplete: [{}] } }],
    [200, { data: {}, extensions: { incomplete: {} } }],
    [200, '{"data":{"a":"\xff'],
  ])('ends every command with 1 and its status: %i %j', async (status, body) => {
    answer = { status, body };
    for (const command of commands) {
      const { code, output } = await runHere([...command, '--url', url]);
      expect([command, code, output]).toEqual([
        command,
        1,
        expect.stringMatching(
          new RegExp(`^Expected a GraphQL answer from ${url}/\\w+; got status ${status}.\n$`),
        ),
      ]);
    }
  });

  it('is one with data and the status of a failure', async () => {
    answer = { status: 503, body: { data: { a: 1 }, errors: [error] } };
    const { code, output } = await runHere(['query', document, '--url', url]);
    expect([code, output]).toEqual([1, expect.stringContaining('got status 503.')]);
  });

  it.each<[number, object, number]>([
    [200, { data: { a: 1 } }, 0],
    [200, { data: { a: 1 }, errors: [error] }, 1],
    [200, { data: null, errors: [error] }, 1],
    [400, { errors: [error] }, 1],
    [500, { data: null, errors: [error] }, 1],
  ])('is another than these: %i %j', async (status, body, code) => {
    answer = { status, body };
    const told = await runHere(['query', document, '--url', url]);
    expect([told.code, JSON.parse(told.output)]).toEqual([code, expect.objectContaining(body)]);
  });
});

describe('a text of somebody else', () => {
  const hostile =
    'a\u001b]0;title\u0007\u001b[2Jb\u009b31mc\u202ed\u2028e\rf\u0000g redis://user:pa$s@w@h.example/1';

  it('steers no terminal and shows no password, whatever command prints it', async () => {
    const errors = [{ message: hostile, path: [hostile], extensions: { code: hostile } }];
    for (const command of commands) {
      answer = { status: 200, body: { data: null, errors } };
      const { code, output } = await runHere([...command, '--url', url]);
      expect(code).toBe(1);
      if (command[0] === 'query' && command.length === 2) continue;
      expect([command, output.match(/(?!\n)[\p{Cc}\p{Cf}\u2028]/gu), output]).toEqual([
        command,
        null,
        expect.stringContaining('a\\u001b]0;title\\u0007\\u001b[2Jb\\u009b31mc\\u202ed\\u2028e'),
      ]);
      expect(output).toContain('redis://…@h.example/1');
    }
    const incomplete = [{ path: [hostile], message: hostile, expected: null, received: null }];
    answer = { status: 200, body: { data: {}, extensions: { incomplete } } };
    const { output } = await runHere(['query', document, '--url', url]);
    expect(output).toContain('Incomplete: a\\u001b]0;title');
  });

  it('is shown so in whatever ends a command, without a stack', async () => {
    const shown = errorText(new TypeError(hostile));
    expect(shown).toMatch(/^TypeError: a\\u001b/);
    expect(shown).not.toMatch(/\n\s+at /);
    for (const given of [
      'http://user:canary@127.0.0.1:9',
      'htp://user:canary@x',
      'http://:canary@[x',
    ])
      for (const command of commands) {
        const { code, output } = await runHere([...command, '--url', given]);
        expect([code, output]).toEqual([1, expect.stringMatching(/^--url: expected a URL/)]);
        expect(output).not.toContain('canary');
      }
    const { output } = await runHere(['\u001b[2J']);
    expect(output).not.toContain('\u001b');
  });

  it('is written by the functions that see to it, and by no others', () => {
    const root = join(import.meta.dirname, '../../src');
    const writers = ['cli', 'main'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name))
        .filter((name) =>
          /process\.std(?:out|err)\.write|console\./.test(readFileSync(join(root, name), 'utf8')),
        ),
    );
    // The greetings are our own words; the entry point prints what \`errorText\` made.
    expect(writers.sort()).toEqual(['cli/main.ts', 'main/start.ts', 'main/terminal.ts']);
  });
});
