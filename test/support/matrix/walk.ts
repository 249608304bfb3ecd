/** Walks one list to its end as a client would, and judges what came against what is there. */

import type { ClientAnswer } from '../../../src/questions/row-page.ts';
import type { TruthRow } from '../truth.ts';
import type { MatrixList, Owner } from './row.ts';

export interface GraphAnswer {
  readonly data?: TruthRow;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: { readonly code?: string };
  }[];
  readonly extensions?: ClientAnswer['extensions'];
}

export type Ask = (
  query: string,
  variables?: Readonly<Record<string, unknown>>,
) => Promise<GraphAnswer>;

export interface WalkOptions {
  /** Rows asked for at once; null where the list has no windows. */
  readonly size: number | null;
  readonly way: 'forward' | 'backward';
  /** Rows that nobody has may come. */
  readonly invents: boolean;
  /** Each call may announce another size. */
  readonly variesTotal?: boolean;
  /** A parent may be left out of a list that announces no size: nobody can know that it exists. */
  readonly losesParents?: boolean;
  /** What is there after the walk, where rows come and go meanwhile; null where they stay. */
  readonly after: (() => Promise<readonly Owner[]>) | null;
}

export type Verdict =
  | { readonly kind: 'complete' }
  /** Something is missing or in doubt, and the answer told so. */
  | { readonly kind: 'said'; readonly how: string }
  /** Rows lost, twice or strange without a word. */
  | { readonly kind: 'silent'; readonly how: string };

/** One list on its way. */
interface Walk {
  readonly owner: Owner;
  readonly seen: string[];
  cursor: string | null;
  open: boolean;
  said: string | null;
  wrong: string | null;
  /** The size the list announced last. */
  total: number;
  unreadable: number;
}

const roundsBeyond = 30;

/** All lists of `owners`, window by window, those still open together in one request. */
export async function walkList(
  ask: Ask,
  list: MatrixList,
  owners: readonly Owner[],
  options: WalkOptions,
): Promise<Verdict> {
  const walks = owners.map(
    (owner): Walk => ({
      owner,
      seen: [],
      cursor: null,
      open: true,
      said: null,
      wrong: null,
      total: 0,
      unreadable: 0,
    }),
  );
  const longest = Math.max(0, ...owners.map(({ truth }) => truth.length));
  const most = Math.ceil(longest / Math.min(options.size ?? 1_000, 7)) + roundsBeyond;
  for (let round = 0; ; round += 1) {
    const open = walks.filter((walk) => walk.open);
    if (open.length === 0) break;
    if (round > most) {
      for (const walk of open) walk.wrong ??= 'the walk does not end';
      break;
    }
    const answer = await ask(documentOf(list, open, options));
    for (const [at, walk] of open.entries()) step(list, walk, at, answer, options);
  }
  const after = await options.after?.();
  return worst(walks.map((walk) => judge(walk, options, after)));
}

function documentOf(list: MatrixList, open: readonly Walk[], options: WalkOptions): string {
  const asked = open.map((walk, at) => {
    const own = list.ask(windowOf(walk, options));
    if (walk.owner.id === null) return `p${at}: ${own}`;
    return `p${at}: node(id: "${walk.owner.id}") { ... on ${list.host} { list: ${own} } }`;
  });
  const ids = asked.some((text) => text.includes('$ids')) ? '($ids: [ID!]!)' : '';
  const entities = asked.some((text) => text.includes('$entities')) ? '($entities: [_Any!]!)' : '';
  return `query M${ids}${entities} { ${asked.join(' ')} }`;
}

function windowOf(walk: Walk, { size, way }: WalkOptions): string {
  if (size === null) return '';
  const [count, place] = way === 'forward' ? ['first', 'after'] : ['last', 'before'];
  return `${count}: ${size}${walk.cursor === null ? '' : `, ${place}: "${walk.cursor}"`}`;
}

/** What is said of each list of activities over a hosted connector service, whose CRM here has no archive. */
export const isOfArchive = ({ message }: { readonly message: string }): boolean =>
  message.startsWith("The CRM's archive");

/** Takes one answer into a walk. */
function step(
  list: MatrixList,
  walk: Walk,
  at: number,
  answer: GraphAnswer,
  options: WalkOptions,
): void {
  const { size, way } = options;
  const path = walk.owner.id === null ? [`p${at}`] : [`p${at}`, 'list'];
  const error = answer.errors?.find((one) => meet(one.path ?? [], path));
  if (error !== undefined) walk.said ??= error.extensions?.code ?? error.message;
  const lacks = answer.extensions?.incomplete?.filter((one) => meet(one.path, path)) ?? [];
  if (!lacks.every(isOfArchive)) walk.said ??= 'extensions.incomplete';

  const top = answer.data?.[`p${at}`];
  const value = walk.owner.id === null ? top : top?.list;
  if (value === null || value === undefined) {
    walk.open = false;
    const mayBeGone = options.after !== null || (top === null && options.losesParents === true);
    if (walk.said === null && !mayBeGone) walk.wrong ??= 'null without an error';
    walk.said ??= 'gone';
    return;
  }
  const keys = list
    .items(value)
    .flatMap((item) => (item === null || item === undefined ? [null] : [list.key(item as never)]));
  const known = keys.filter((key) => key !== null);
  if (known.length < keys.length) {
    walk.unreadable += keys.length - known.length;
    // What has gone since the index named it is null.
    if (error === undefined && options.after === null)
      walk.wrong ??= 'an item is null without an error';
  }
  if (way === 'forward') walk.seen.push(...known);
  else walk.seen.unshift(...known);
  if (typeof value.totalCount === 'number') walk.total = value.totalCount;
  goOn(walk, size === null ? null : value.pageInfo, way, error !== undefined);
}

function goOn(walk: Walk, info: TruthRow, way: 'forward' | 'backward', failed: boolean): void {
  const more = way === 'forward' ? info?.hasNextPage : info?.hasPreviousPage;
  const next = way === 'forward' ? info?.endCursor : info?.startCursor;
  if (more !== true) {
    walk.open = false;
    return;
  }
  if (typeof next === 'string' && next !== walk.cursor) {
    walk.cursor = next;
    return;
  }
  // A client that stands still has been told that there is more, but can't have it.
  walk.open = false;
  if (failed) return;
  walk.wrong ??= next === walk.cursor ? 'the cursor stands still' : 'more, without a cursor';
}

/** One path leads to the other, or into it. */
function meet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((step, at) => step === other[at]);
}

function judge(walk: Walk, options: WalkOptions, after: readonly Owner[] | undefined): Verdict {
  if (walk.wrong !== null) return { kind: 'silent', how: walk.wrong };
  const { owner, seen, said, total } = walk;
  const verdict = rowsVerdict({ owner, keys: seen, said }, options, after);
  const isOver = total > seen.length && !options.invents && after === undefined;
  if (verdict.kind === 'complete' && isOver && options.variesTotal !== true)
    return { kind: 'silent', how: `totalCount ${total}, ${seen.length} came` };
  return verdict;
}

/** What came of a list against what is there. */
export function rowsVerdict(
  came: { readonly owner: Owner; readonly keys: readonly string[]; readonly said: string | null },
  { invents }: WalkOptions,
  after: readonly Owner[] | undefined,
): Verdict {
  const { truth, id } = came.owner;
  const moves = after !== undefined;
  const left = counts(truth);
  if (moves) {
    // A parent that left the three with most may have lost rows that nobody looks up here.
    const stays = new Set(after.find((one) => one.id === id)?.truth ?? []);
    for (const key of left.keys()) if (!stays.has(key)) left.set(key, Number.NaN);
  }
  const twice: string[] = [];
  const strange: string[] = [];
  for (const key of came.keys) {
    const rest = left.get(key);
    if (rest === undefined) strange.push(key);
    else if (rest === 0) twice.push(key);
    else left.set(key, rest - 1);
  }
  const missing = [...left.values()].reduce((sum, rest) => sum + (rest || 0), 0);
  const silent = (how: string): Verdict => ({ kind: 'silent', how });
  if (twice.length > 0 && came.said === null)
    return silent(`${twice.length} of ${truth.length} came twice`);
  if (strange.length > 0 && !invents && !moves)
    return silent(`${strange.length} nobody has, ${missing} of ${truth.length} missing`);
  if (came.said !== null) return { kind: 'said', how: came.said };
  if (missing > 0) return silent(`${missing} of ${truth.length} missing`);
  return { kind: 'complete' };
}

function counts(keys: readonly string[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const key of keys) all.set(key, (all.get(key) ?? 0) + 1);
  return all;
}

export function worst(verdicts: readonly Verdict[]): Verdict {
  const of = (kind: Verdict['kind']) => verdicts.find((verdict) => verdict.kind === kind);
  return of('silent') ?? of('said') ?? { kind: 'complete' };
}
