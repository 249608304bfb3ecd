/**
 * Leaf programs: the leaves that a selection reads next to each other from decoded rows, as one generated function.
 * Each has inline caches of its own, where closures that all selections share look up each name anew: 0.83 of their CPU
 * for known rows, 0.90 for wide answers (`npm run bench -- mixed`, three rounds in turns). What is no plain value is left
 * to the field's own runner. Where code generation is disallowed, closures do the same.
 */

import type { PlanNode } from '../plan/operation.ts';
import { type DecodedPlace, decodedPlace, type Path, plainRead } from '../plan/resolve-info.ts';
import type { Execution } from './field-error.ts';

/** Completes some fields of an object. */
export type LeafProgram = (
  run: Execution,
  source: unknown,
  path: Path | undefined,
  data: Record<string, unknown>,
) => void;

/** Completes one field, whatever its value is. */
type LeafRunner = (run: Execution, source: unknown, path: Path | undefined) => unknown;

export interface Leaf {
  readonly key: string;
  readonly place: DecodedPlace;
  readonly runner: LeafRunner;
}

/** Where a node's values stand in their rows; null for a field that does more than read them. */
export function placeOfLeaf({ leaf, field }: PlanNode): DecodedPlace | null {
  const { resolve } = field;
  if (leaf === null || resolve === undefined || plainRead(resolve) === null) return null;
  return decodedPlace(resolve);
}

/** Objects before a program is generated: a document that comes once shows fewer, and code that runs so seldom costs more than it saves. */
const objectsBefore = 64;

export function leafProgram(leaves: readonly Leaf[]): LeafProgram {
  let program: LeafProgram = (run, source, path, data) => {
    for (const { key, place: decodedPlace, runner } of leaves)
      data[key] = completed(run, valueAt(source, decodedPlace)) ?? runner(run, source, path);
  };
  if (!mayGenerate || !leaves.every(({ place: decodedPlace }) => decodedPlace.every(isName)))
    return program;
  let objects = 0;
  return (run, source, path, data) => {
    objects += 1;
    if (objects === objectsBefore) program = generated(leaves);
    program(run, source, path, data);
  };
}

function valueAt(source: unknown, decodedPlace: DecodedPlace): unknown {
  let value = source;
  for (const name of decodedPlace)
    value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/** A plain value with its bytes counted; undefined for any other. */
function completed(run: Execution, value: unknown): unknown {
  if (typeof value === 'string') run.bytes += value.length + 2;
  else if (typeof value === 'number' || typeof value === 'boolean') run.bytes += 4;
  else return undefined;
  return value;
}

/** Names of declarations, which alone are written into a program: what clients wrote is handed to it. */
const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

function generated(leaves: readonly Leaf[]): LeafProgram {
  const lines = leaves.map(
    ({ place: [block, ...names] }, at) => `
    value = source.${block}${names.map((name) => `?.${name}`).join('')};
    if (typeof value === 'string') { bytes += value.length + 2; data[k${at}] = value; }
    else if (typeof value === 'number' || typeof value === 'boolean') { bytes += 4; data[k${at}] = value; }
    else data[k${at}] = r${at}(run, source, path);`,
  );
  const names = (letter: string): string => leaves.map((_leaf, at) => `${letter}${at}`).join();
  const make = new Function(
    'keys',
    'runners',
    `const [${names('k')}] = keys, [${names('r')}] = runners;
  return (run, source, path, data) => {
    let bytes = 0, value;${lines.join('')}
    run.bytes += bytes;
  };`,
  ) as (keys: readonly string[], runners: readonly LeafRunner[]) => LeafProgram;
  return make(
    leaves.map(({ key }) => key),
    leaves.map(({ runner }) => runner),
  );
}

/** Node's `--disallow-code-generation-from-strings`. */
const mayGenerate = ((): boolean => {
  try {
    return new Function('return true')() as boolean;
  } catch {
    return false;
  }
})();
