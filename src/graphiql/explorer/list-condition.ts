/** Arguments and conditions of the lists that a question has, for the search of fields: who looks for “tracker” may mean the calls in which one was heard. */

import { findInputs, indexInputs, isSetIn, pathValue, setWithin } from './condition.ts';
import { type Edit, setArgument } from './document-edit.ts';
import type { Input } from './first-choice.ts';
import type { Rows } from './path-edit.ts';

interface FoundCondition {
  /** Fields from the top to the list. */
  readonly list: readonly string[];
  /** Type by which the list is looked up. */
  readonly type: string;
  readonly path: readonly [Input, ...Input[]];
}

/** Those that are not set, of the outermost lists first. */
export function findConditions(
  rows: ReadonlyMap<string, Rows>,
  text: string,
): readonly FoundCondition[] {
  const lists = [...rows].filter(([, { args }]) => args.some(({ name }) => name === 'filter'));
  return lists
    .toSorted(([, a], [, b]) => a.path.length - b.path.length)
    .flatMap(([type, { node, args, path: list }]) =>
      findInputs(indexOf(args), text)
        .filter(({ path }) => !isSetIn(argumentOf(node, path[0]), path))
        .map(({ path }) => ({ list, type, path })),
    );
}

/** Hundreds of conditions, the same at every letter. */
const indexes = new WeakMap<readonly Input[], ReturnType<typeof indexInputs>>();

function indexOf(args: readonly Input[]): ReturnType<typeof indexInputs> {
  const index = indexes.get(args) ?? indexInputs(args, '');
  indexes.set(args, index);
  return index;
}

const argumentOf = ({ arguments: nodes = [] }: Rows['node'], { name }: Input) =>
  nodes.find((argument) => argument.name.value === name);

/** Nothing where the list is gone, or the condition is set by now. */
export function conditionEdit(
  text: string,
  rows: ReadonlyMap<string, Rows>,
  { type, path }: FoundCondition,
): Edit {
  const node = rows.get(type)?.node;
  if (node === undefined) return { from: 0, to: 0, insert: '' };
  const argument = argumentOf(node, path[0]);
  return argument === undefined
    ? setArgument(text, node, path[0].name, pathValue(path))
    : setWithin(text, argument.value, path);
}
