/** Words of a cost: what a run may take, and what it took. */

import type { Answer, Asked, Cost } from '../graph/ask.ts';

const systemNames: Readonly<Record<string, string>> = {
  'call-analytics': 'call platform',
  crm: 'CRM',
};

const calls = (count: number): string => `${count} upstream call${count === 1 ? '' : 's'}`;

/** @example estimateText({ requested: 5, systems: { crm: 2, 'call-analytics': 1 }, reserve: 2 }) // → 'Up to 5 upstream calls: 1 call platform, 2 CRM, 2 reserve' */
export function estimateText({ requested, systems = {}, reserve = 0 }: Cost): string {
  const parts = ['call-analytics', 'crm'].flatMap((system) => {
    const count = systems[system] ?? 0;
    return count === 0 ? [] : [`${count} ${systemNames[system]}`];
  });
  if (reserve > 0) parts.push(`${reserve} reserve`);
  const most = `Up to ${calls(requested)}`;
  return requested === 0 || parts.length === 0 ? most : `${most}: ${parts.join(', ')}`;
}

/** What an answer took, by what it tells of itself. */
export function tookText({ answer, ms }: Asked): string {
  const time = ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  const { cost, explain } = answer.extensions ?? {};
  if (cost?.actual === undefined) return time;
  const cached = cost.cached ?? (explain ? explain.calls.length - explain.upstreamCalls : 0);
  return `${calls(cost.actual)}${cached > 0 ? `, ${cached} from cache` : ''} · ${time}`;
}

/** Why an answer is not whole, a line for each reason. */
export const faultsOf = ({ errors = [], extensions }: Answer): readonly string[] => [
  ...errors.map(({ message, path }) =>
    path === undefined ? message : `${path.join('.')}: ${message}`,
  ),
  ...(extensions?.incomplete ?? []).map(({ message }) => message),
];
