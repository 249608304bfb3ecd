/** An answer with the next page of one of its lists: one list in data, with what both pages say of themselves. */

import type { Answer, Explanation } from '../graph/ask.ts';

type Data = Readonly<Record<string, unknown>>;

interface Connection {
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly unknown[];
  readonly pageInfo?: Readonly<Record<string, unknown>>;
}

/** Null where the answer has no such list. */
export const listAt = (data: Answer['data'], path: readonly string[]): Connection | null =>
  path.reduce<unknown>((value, name) => (value as Data | null | undefined)?.[name], data) as never;

/** @param path response names to the list, which both have */
export function joinedAnswer(before: Answer, page: Answer, path: readonly string[]): Answer {
  const list = listAt(before.data, path)!;
  const next = listAt(page.data, path)!;
  const joinedList = {
    ...{ ...list, ...next },
    ...(list.nodes && { nodes: [...list.nodes, ...(next.nodes ?? [])] }),
    ...(list.edges && { edges: [...list.edges, ...(next.edges ?? [])] }),
    // What stands before the first page stands before both.
    pageInfo: { ...next.pageInfo, hasPreviousPage: list.pageInfo?.hasPreviousPage },
  };
  const count = (list.nodes ?? list.edges ?? []).length;
  const errors = [...(before.errors ?? []), ...shifted(page.errors ?? [], path.length + 1, count)];
  return {
    ...before,
    data: withValue(before.data!, path, joinedList),
    ...(errors.length > 0 && { errors }),
    extensions: joinedExtensions(before.extensions, page.extensions),
  };
}

const withValue = (data: Data, [name, ...more]: readonly string[], value: unknown): Data => ({
  ...data,
  [name!]: more.length === 0 ? value : withValue(data[name!] as Data, more, value),
});

/** Errors name a row by its place in the list. */
const shifted = (errors: NonNullable<Answer['errors']>, depth: number, by: number) =>
  errors.map(({ path, ...error }) => ({
    ...error,
    ...(path && {
      path: path.map((key, at) => (at === depth && typeof key === 'number' ? key + by : key)),
    }),
  }));

function joinedExtensions(
  before: Answer['extensions'] = {},
  page: Answer['extensions'] = {},
): Answer['extensions'] {
  const sum = (part: 'requested' | 'actual' | 'cached'): number =>
    (before.cost?.[part] ?? 0) + (page.cost?.[part] ?? 0);
  const messages = new Set(before.incomplete?.map(({ message }) => message));
  const incomplete = [
    ...(before.incomplete ?? []),
    ...(page.incomplete ?? []).filter(({ message }) => !messages.has(message)),
  ];
  return {
    ...before,
    ...(before.cost && {
      cost: {
        ...{ ...before.cost, requested: sum('requested'), actual: sum('actual') },
        ...(before.cost.cached !== undefined && { cached: sum('cached') }),
      },
    }),
    ...(incomplete.length > 0 && { incomplete }),
    ...(before.explain && page.explain && { explain: joinedCalls(before.explain, page.explain) }),
  };
}

function joinedCalls(before: Explanation, page: Explanation): Explanation {
  const waves = Math.max(0, ...before.calls.map(({ wave }) => wave));
  return {
    totalMs: before.totalMs + page.totalMs,
    upstreamCalls: before.upstreamCalls + page.upstreamCalls,
    calls: [
      ...before.calls,
      ...page.calls.map((call) => ({
        ...{ ...call, wave: call.wave + waves, startedMs: call.startedMs + before.totalMs },
      })),
    ],
  };
}
