/** The example of two subgraphs, run as its README says: a client with a key asks each gateway's server, and both give one answer. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpError } from '../../src/server/error-response.ts';
import { openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { root } from '../docs/page.ts';
import { exampleOf } from '../support/example.ts';
import { hasGateways } from '../support/federation-package.ts';
import { openWorld, type World } from '../support/world.ts';

const { commands, run } = exampleOf('federation');
const everyone = openToAll.authenticate(undefined) as Identity;
/** A key that only callers have: a gateway that passes nothing on is refused. */
const key = 'swordfish';

describe.skipIf(!hasGateways)('the composition', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({
      index: 'copied',
      server: {
        authenticator: {
          authenticate(authorization) {
            if (authorization === `Bearer ${key}`) return everyone;
            throw new HttpError(401, 'UNAUTHENTICATED', 'Expected a key; got another one.');
          },
        },
      },
    });
  });
  afterAll(() => world.close());

  it('answers a question over both subgraphs, as its caller, through each gateway', async () => {
    const response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        query: `{ accounts(first: 3, orderBy: [{ field: NAME }]) {
          nodes { name owner { name } relatedCalls(first: 1) { edges { node { title } } } }
        } }`,
      }),
    });
    const answer = (await response.json()) as { data: { accounts: { nodes: object[] } } };
    const nodes = answer.data.accounts.nodes.map((node) => ({
      ...node,
      renewal: { month: expect.any(Number), isAtRisk: expect.any(Boolean) },
    }));
    const [install = '', ...gateways] = commands;
    expect(install).toBe('npm ci --prefix examples/federation');
    const before = world.service.calls().length;
    const answers: unknown[] = [];
    const env = { SWITCHBOARD_URL: new URL('/graphql', world.url).href, SWITCHBOARD_KEY: key };
    for (const number of gateways.keys()) {
      const { code, stdout, stderr } = await run(number + 1, {}, env);
      expect([code, stderr]).toEqual([0, '']);
      answers.push(JSON.parse(stdout));
    }
    expect(answers).toHaveLength(2);
    for (const each of answers) expect(each).toEqual({ data: { accounts: { nodes } } });
    expect(answers[1]).toEqual(answers[0]);
    // Neither gateway asks row by row: the accounts with their owners, and their calls, of each question.
    expect(world.service.calls().length - before).toBe(4);
  });

  it('is typed by the packages it brings', async () => {
    const words = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'examples/federation'];
    const checked = promisify(execFile)(process.execPath, words, { cwd: root });
    expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });
});
