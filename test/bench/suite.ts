/** What a suite is handed, and what it gives back: tables for people, plots, and judged targets. */

import type { Stand, standPeers } from './stand.ts';
import { figure, type Spread } from './statistic.ts';

export interface Setting {
  /** Shorter rounds and fewer of them: shows that everything runs, not how fast. */
  readonly quick: boolean;
  /** The share of a workload's questions that is asked: 1 for a run of record. */
  readonly part: number;
  readonly size: 'small' | 'large';
  /** Where the large company's database is kept between runs. */
  readonly companyFile: string;
  /** How long the soak lasts. */
  readonly minutes: number;
  /** Who takes part beside Switchboard where questions differ. */
  readonly peers: readonly (typeof standPeers)[number][];
  /** Parts of the names of the mixed suite's workloads that run. Empty: all do. */
  readonly only: readonly string[];
  /** What suites of differing questions share; made when first asked for. */
  readonly stand: () => Promise<Stand>;
  /** Tells a person what is going on. */
  readonly say: (text: string) => void;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Bars in groups, one group for each label. */
export interface Plot {
  readonly title: string;
  readonly unit: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly Spread[] }[];
}

/** A target and what came of it. */
export interface Verdict {
  readonly what: string;
  readonly target: string;
  readonly value: string;
  readonly met: boolean;
}

export interface SuiteResult {
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  readonly verdicts: readonly Verdict[];
}

export interface Suite {
  readonly name: string;
  readonly about: string;
  run(setting: Setting): Promise<SuiteResult>;
}

export function atMost(what: string, value: number, target: number, unit = ''): Verdict {
  return verdict(what, value, value <= target, `≤ ${target}`, unit);
}

export function atLeast(what: string, value: number, target: number, unit = ''): Verdict {
  return verdict(what, value, value >= target, `≥ ${target}`, unit);
}

function verdict(what: string, value: number, met: boolean, target: string, unit: string): Verdict {
  const after = unit === '' ? '' : ` ${unit}`;
  return { what, target: target + after, value: figure(value) + after, met };
}
