/** What a run is shown as: tables in the terminal, and one HTML page that needs nothing else. */

import { figure } from './statistic.ts';
import type { Plot, SuiteResult, Table } from './suite.ts';

export interface Run {
  readonly at: string;
  readonly command: string;
  readonly machine: string;
  readonly node: string;
  readonly size: string;
  readonly quick: boolean;
  readonly suites: readonly (SuiteResult & { readonly name: string; readonly about: string })[];
}

export function printTable({ title, columns, rows }: Table): string {
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd();
  return [`\n${title}`, line(columns), ...rows.map(line), ''].join('\n');
}

export function verdictTable({ verdicts }: SuiteResult): Table | null {
  if (verdicts.length === 0) return null;
  return {
    title: 'Targets',
    columns: ['what', 'target', 'measured', ''],
    rows: verdicts.map(({ what, target, value, met }) => [
      what,
      target,
      value,
      met ? 'met' : 'MISSED',
    ]),
  };
}

export function htmlReport(run: Run): string {
  const sections = run.suites.map((suite) => {
    const verdicts = verdictTable(suite);
    return `<section><h2>${safe(suite.name)}</h2><p>${safe(suite.about)}</p>
${suite.tables.map(htmlTable).join('\n')}
${suite.plots.map(svgPlot).join('\n')}
${verdicts === null ? '' : htmlTable(verdicts)}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Switchboard, measured</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 }
caption { text-align: left; font-weight: 600; padding: .25rem 0 }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; border-bottom: 1px solid #8884; font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left }
svg { display: block; margin: 1rem 0; max-width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: currentColor }
</style></head><body>
<h1>Switchboard, measured</h1>
<p>${safe(run.at)} · ${safe(run.machine)} · Node ${safe(run.node)} · ${run.size} company${run.quick ? ' · quick: a smoke test, not a measurement' : ''}</p>
<p><code>${safe(run.command)}</code></p>
${sections.join('\n')}
</body></html>
`;
}

function htmlTable({ title, columns, rows }: Table): string {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${safe(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><caption>${safe(title)}</caption><thead>${cells('th', columns)}</thead><tbody>
${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>`;
}

const colours = ['#2563eb', '#9ca3af', '#d97706', '#059669', '#dc2626', '#7c3aed'];
const bar = { width: 420, height: 16, gap: 3, left: 260 };

/** Horizontal bars from zero, with a whisker from the least to the greatest round. */
function svgPlot({ title, unit, labels, series }: Plot): string {
  const all = series
    .flatMap(({ values }) => values.map(({ high }) => high))
    .filter(Number.isFinite);
  const most = Math.max(...all, 1e-9);
  const x = (value: number): number => bar.left + (value / most) * bar.width;
  const parts: string[] = [];
  let y = 24;
  for (const [group, label] of labels.entries()) {
    y += 18;
    parts.push(`<text x="0" y="${y - 4}" font-weight="600">${safe(label)}</text>`);
    for (const [at, { name, values }] of series.entries()) {
      const value = values[group];
      if (value === undefined || !Number.isFinite(value.median)) continue;
      const middle = y + bar.height / 2;
      parts.push(
        `<text x="${bar.left - 8}" y="${middle + 4}" text-anchor="end">${safe(name)}</text>`,
        `<rect x="${bar.left}" y="${y}" width="${x(value.median) - bar.left}" height="${bar.height}" fill="${colours[at % colours.length]}"/>`,
        `<path d="M${x(value.low)} ${middle}H${x(value.high)}" stroke="currentColor"/>`,
        `<text x="${x(value.high) + 6}" y="${middle + 4}">${figure(value.median)}</text>`,
      );
      y += bar.height + bar.gap;
    }
  }
  return `<svg viewBox="0 0 760 ${y + 8}" width="760" role="img"><text x="0" y="14" font-weight="600">${safe(title)} (${safe(unit)})</text>${parts.join('')}</svg>`;
}

function safe(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
