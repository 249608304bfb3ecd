/** Words of a cost: what a run may take, and what it took. */

import type { Answer, Asked, Cost } from '../graph/ask.ts';

const systemNames: Readonly<Record<string, string>> = {
  'call-analytics': 'the call platform',
  crm: 'the CRM',
};

const requests = (count: number): string => `${count} request${count === 1 ? '' : 's'}`;

/** @example estimateText({ requested: 5, systems: { crm: 2, 'call-analytics': 1 } }) // → 'Up to 5 requests to the call platform and the CRM' */
export function estimateText({ requested, systems = {} }: Cost): string {
  const names = systemsOf(systems).map((system) => systemNames[system]);
  const most = `Up to ${requests(requested)}`;
  return names.length === 0 ? most : `${most} to ${names.join(' and ')}`;
}

/** How many go where. */
export const estimateParts = ({ systems = {}, reserve = 0 }: Cost): string =>
  [
    ...systemsOf(systems).map((system) => `${systems[system]} to ${systemNames[system]}`),
    ...(reserve > 0 ? [`${reserve} in reserve, for pages that end early`] : []),
  ].join(', ');

const systemsOf = (systems: NonNullable<Cost['systems']>): readonly string[] =>
  Object.keys(systemNames).filter((system) => (systems[system] ?? 0) > 0);

/** What an answer took, by what it tells of itself. */
export function tookText({ answer, ms }: Asked): string {
  const time = ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  const { cost, explain } = answer.extensions ?? {};
  if (cost?.actual === undefined) return time;
  const cached = cost.cached ?? (explain ? explain.calls.length - explain.upstreamCalls : 0);
  return `${requests(cost.actual)}${cached > 0 ? `, ${cached} from cache` : ''} · ${time}`;
}

/** Why an answer is not whole, a line for each reason. */
export const faultsOf = ({ errors = [], extensions }: Answer): readonly string[] => [
  ...errors.map(({ message, path }) =>
    path === undefined ? message : `${path.join('.')}: ${message}`,
  ),
  ...(extensions?.incomplete ?? []).map(({ message }) => message),
];
