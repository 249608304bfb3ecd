/** Everything that is shipped, over the second server: the showcase, the saved questions and each screen's documents. */

import { describe, expect, it } from 'vitest';
import { fillMs } from '../support/patience.ts';
import { questions, screens, showcase, variablesOf } from './document.ts';
import { type LiveAnswer, openProbed } from './gateway.ts';
import type { LiveOptions } from './server/live-server.ts';

const documents = [...showcase, ...questions, ...screens];

/** Asks them all of a company whose calls are indexed. @returns answers by name */
async function answersOver(options: LiveOptions) {
  const live = await openProbed(options, { INDEX: 'on' });
  const { server, ask } = live;
  const status = async () => (await ask('{ indexStatus { completeShare lastError } }')).data;
  await expect
    .poll(status, { interval: 50, timeout: fillMs })
    .toEqual({ indexStatus: { completeShare: 1, lastError: null } });
  const user = (await ask('{ users(first: 1) { nodes { id } } }')).data.users.nodes[0].id;
  const variables = variablesOf(server, user);
  const answers = new Map<string, LiveAnswer>();
  for (const [name, query] of documents) answers.set(name, await ask(query, variables[name]));
  return { ...live, answers };
}

/** A bound that any of the platform's lists has, where nothing is in it; and how an organisation of one currency says so. */
const expected =
  /^404 \/v2\/.*"errors":\["(?:No calls found|Answered scorecards not found)|No such column '(?:Default)?CurrencyIsoCode'/;

const companies = [
  ['a whole company', {}],
  ['a company of one user', { users: 1 }],
  ['a company without calls', { calls: 0 }],
  ['a company without accounts', { accounts: 0 }],
] as const;

describe.each(companies)('over %s', (title, options) => {
  it('every document is answered without an error, and nothing is asked that the vendors refuse', async () => {
    const { server, answers } = await answersOver(options);
    expect(server.faults).toEqual([]);
    expect(server.refusals.filter((one) => !expected.test(one))).toEqual([]);
    for (const [name, { errors, data, extensions }] of answers) {
      expect(errors, name).toBeUndefined();
      expect(extensions?.incomplete, name).toBeUndefined();
      expect(data, name).not.toBeNull();
      if (title === 'a whole company') expect(leaves(data), name).toBeGreaterThan(0);
    }
    expect(answers.size).toBe(showcase.length + questions.length + screens.length);
  });
});

/** Values that are there. */
function leaves(value: unknown): number {
  if (value === null) return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value as object).reduce((sum: number, one) => sum + leaves(one), 0);
}
