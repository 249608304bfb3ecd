/** Alert rules and the Grafana board: they load, and ask only for metrics, labels and codes that there are. */

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { errorCodes } from '../src/errors.ts';
import { createMetrics } from '../src/server/metrics.ts';
import { blocksOf, root, textOf } from './docs/page.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}
interface Board {
  readonly __inputs: readonly { readonly name: string }[];
  readonly panels: readonly Panel[];
}

const rules: readonly Rule[] = parse(textOf('deploy/prometheus/rules.yaml')).groups[0].rules;
const boardText = readFileSync(join(root, 'deploy/grafana/switchboard.json'), 'utf8');
const board = JSON.parse(boardText) as Board;

/** Labels of each exported series by its name; of histograms all three. */
async function exportedLabels(): Promise<ReadonlyMap<string, readonly string[]>> {
  const registry = new Registry();
  const metrics = createMetrics({
    registry,
    running: () => 0,
    unreadBytes: () => 0,
    index: { figures: async () => [], now: () => 0, isUp: () => true },
  });
  const labels = new Map<string, readonly string[]>([['up', []]]);
  for (const { name, type } of await registry.getMetricsAsJSON()) {
    const metric = registry.getSingleMetric(name) as unknown as { labelNames: readonly string[] };
    const names = [...metric.labelNames, 'job', 'instance'];
    if (String(type) === 'histogram')
      for (const part of ['bucket', 'sum', 'count'])
        labels.set(`${name}_${part}`, [...names, 'le']);
    else labels.set(name, names);
  }
  metrics.close();
  return labels;
}

it('each expression names series and labels that are exported', async () => {
  const labels = await exportedLabels();
  expect(labels.size).toBeGreaterThan(20);
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr, ''] as const),
    ...board.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
    ),
  ];
  for (const [where, expression, legend] of expressions) {
    const series = [...expression.matchAll(/\b(up|(?:switchboard|process|nodejs)_\w+)\b/g)].map(
      ([, name = '']) => name,
    );
    expect(series.length, where).toBeGreaterThan(0);
    const [, grouped = ''] = /by \(([^)]*)\)/.exec(expression) ?? [];
    const matched = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, matchers = '']) =>
      matchers.split(',').map((matcher) => matcher.split(/[=!~]/)[0] ?? ''),
    );
    const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    for (const name of series) {
      expect([...labels.keys()], where).toContain(name);
      const used = [...grouped.split(', '), ...matched].filter((label) => label !== '');
      for (const label of used)
        expect([...(labels.get(name) ?? []), 'job', 'instance'], `${where}: ${name}`).toContain(
          label,
        );
    }
    // A legend's label is one that the grouping leaves.
    for (const label of shown) expect(grouped.split(', '), where).toContain(label);
    for (const [, code] of expression.matchAll(/code="([A-Z_]+)"/g))
      expect(errorCodes, where).toContain(code);
  }
});

it('the board has panels that do not overlap, each with its own number, over one data source', () => {
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  const [input] = board.__inputs;
  const sources = [...boardText.matchAll(/"uid": "\$\{(\w+)\}"/g)].map(([, name]) => name);
  expect(new Set(sources)).toEqual(new Set([input?.name]));
});

it('the page says what to do about each alert', () => {
  const page = textOf('docs/operate/monitoring.md');
  const named = [...page.matchAll(/^\| `(Switchboard\w+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(rules.map(({ alert }) => alert));
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  process.stderr.write('SKIPPED: no promtool on the PATH; alert rules are not tried\n');

it.skipIf(!hasPromtool)(
  'promtool finds nothing in the rules, and each fires when it should',
  () => {
    for (const line of [
      'check rules deploy/prometheus/rules.yaml',
      'test rules deploy/prometheus/rules.test.yaml',
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', line.split(' '), {
        cwd: root,
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    }
    // The page's own configuration beside the file that it names.
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const shown = blocksOf('docs/operate/monitoring.md').find(
      ({ language }) => language === 'yaml',
    );
    writeFileSync(join(folder, 'prometheus.yaml'), shown?.text ?? '');
    copyFileSync(join(root, 'deploy/prometheus/rules.yaml'), join(folder, 'rules.yaml'));
    const config = spawnSync('promtool', ['check', 'config', join(folder, 'prometheus.yaml')]);
    expect(config.status, String(config.stderr)).toBe(0);
    const tried = new Set(
      [
        ...textOf('deploy/prometheus/rules.test.yaml').matchAll(
          /alertname: (\w+)\n[^\n]*\n +exp_alerts/g,
        ),
      ].map(([, name]) => name),
    );
    expect(rules.map(({ alert }) => alert).filter((name) => !tried.has(name))).toEqual([]);
  },
);
