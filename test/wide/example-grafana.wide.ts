/** The example's dashboard for Grafana: each panel's question is posted as its plugin does, and its selectors find their columns. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../docs/page.ts';
import { exampleOf } from '../support/example.ts';
import { openWorld, type World } from '../support/world.ts';

interface Target {
  readonly url: string;
  readonly url_options: {
    readonly method: string;
    readonly body_content_type: string;
    readonly data: string;
  };
  readonly root_selector: string;
  readonly columns: readonly { selector: string; text: string; type: keyof typeof fits }[];
}
const { panels } = JSON.parse(
  readFileSync(join(root, 'examples/grafana/dashboard.json'), 'utf8'),
) as { panels: { title: string; targets: [Target] }[] };

/** What a column of a type takes; anything may be null. */
const fits = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  timestamp: (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

/** The value at a dotted path; undefined where a member on the way is missing, null below null. */
const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        inner === null ? null : (inner as Record<string, unknown> | undefined)?.[name],
      value,
    );

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
});
afterAll(() => world.close());

it.each(panels)('$title: every column is in the answer', async ({ targets: [target] }) => {
  const response = await fetch(new URL(target.url, world.url), {
    method: target.url_options.method,
    headers: { 'content-type': target.url_options.body_content_type },
    body: target.url_options.data,
  });
  const answer = (await response.json()) as { errors?: unknown };
  expect(answer.errors).toBeUndefined();
  const rows = at(answer, target.root_selector) as unknown[];
  expect(rows.length).toBeGreaterThan(5);
  for (const { selector, type } of target.columns) {
    const values = rows.map((row) => at(row, selector));
    expect(values, selector).not.toContain(undefined);
    const present = values.filter((value) => value !== null);
    expect(present.length, selector).toBeGreaterThan(0);
    expect(present.every(fits[type]), `${selector} as ${type}`).toBe(true);
  }
});

it('asks the saved questions as they stand', () => {
  const names = ['quiet-deals', 'forecast-against-activity', 'win-rate-by-calls'];
  const texts = names.map((name) =>
    readFileSync(join(root, `queries/${name}.graphql`), 'utf8')
      .replaceAll(/^#.*\n/gm, '')
      .trim(),
  );
  expect(panels.map(({ targets }) => JSON.parse(targets[0].url_options.data).query)).toEqual(texts);
});

it('is posted by the command of its README', async () => {
  const { code, stdout } = await exampleOf('grafana').run(0, {
    'http://127.0.0.1:4000/': world.url.href,
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).data.opportunities.nodes.length).toBeGreaterThan(5);
});
