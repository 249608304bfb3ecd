/** The call platform over own accounts: a refused key, and what the vendor has no more. */

import { describe, expect, it, vi } from 'vitest';
import { accountGreeting } from '../../src/main/startup-banner.ts';
import { isWide } from '../support/cases.ts';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { runHere, startHere } from '../support/here.ts';
import { openSynthetic } from '../support/synthetic.ts';

interface Answer {
  readonly data: {
    readonly calls: { readonly nodes: readonly { readonly content: Record<string, unknown> }[] };
  } | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path: readonly unknown[];
    readonly extensions: { readonly code: string };
  }[];
}

async function ask({ url }: { readonly url: URL }, query: string): Promise<Answer> {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Answer;
}

/** The façade, what it was sent as contentSelector, and the variables that lead to it. */
async function platform() {
  const sent: string[] = [];
  const company = openSynthetic({ now: () => new Date() });
  const client = closing(
    await openFacade({
      clock: Date.now,
      backend: {
        ...company,
        execute(operation) {
          if (operation.entity === 'calls_extensive') sent.push(JSON.stringify(operation.params));
          return company.execute(operation);
        },
      },
    }),
  );
  const { accounts, url } = client.facade;
  return {
    sent,
    settings: {
      GONG_ACCESS_KEY: accounts.accessKey,
      GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret,
      GONG_BASE_URL: url,
      CALL_ANALYTICS_PER_SECOND: '1000',
    },
  };
}

describe('an address that does not know the key', () => {
  it('may be the wrong one: the graph, the greeting and the doctor say so', async () => {
    const { settings } = await platform();
    const wrong = { ...settings, GONG_ACCESS_KEY_SECRET: 'canary' };
    const gateway = await startHere(wrong);
    const [error] = (await ask(gateway, '{ calls(first: 1) { nodes { title } } }')).errors ?? [];
    expect(error?.extensions.code).toBe('UPSTREAM_AUTH');
    expect(error?.message).toMatch(/^Wrong host or wrong key: .*GONG_BASE_URL/);

    const greeted = accountGreeting((await gateway.accounts()) ?? []);
    expect(greeted.match(/Wrong host or wrong key/g)).toHaveLength(1);
    for (const [name, value] of Object.entries(wrong)) vi.stubEnv(name, value);
    const { code, output } = await runHere(['doctor']);
    vi.unstubAllEnvs();
    expect(code).toBe(1);
    expect(output).toContain('Wrong host or wrong key');
    expect(greeted + output).not.toContain('canary');
  });
});

describe('points of interest', () => {
  const query = '{ calls(first: 3) { nodes { content { actionItems { text: snippet } brief } } } }';

  it('are not asked of the vendor, who has none: null, with the reason, once for the list', async () => {
    const { sent, settings } = await platform();
    const { data, errors } = await ask(await startHere(settings), query);
    expect(data?.calls.nodes.map(({ content }) => content.actionItems)).toEqual([null, null, null]);
    expect(data?.calls.nodes.some(({ content }) => content.brief !== null)).toBe(true);
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('removed points of interest in January 2025'),
        path: ['calls', 'nodes', 0, 'content', 'actionItems'],
      },
    ]);
    // Alone they need no other part, and still have a place for the reason.
    const alone = await ask(
      await startHere(settings),
      '{ calls(first: 1) { nodes { content { actionItems { snippet } } } } }',
    );
    expect(alone.errors).toHaveLength(1);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.join()).not.toContain('pointsOfInterest');
  });

  it.runIf(isWide)('are there over a service that documents them', async () => {
    const { data, errors } = await ask(await startHere({}), query);
    expect(errors).toBeUndefined();
    expect(data?.calls.nodes.some(({ content }) => Array.isArray(content.actionItems))).toBe(true);
  });
});
