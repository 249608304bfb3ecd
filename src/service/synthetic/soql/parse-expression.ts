/** Paths and calls, as the parsing library gives them. */

import type { CallExpression, PathExpression } from './tree.ts';

/** The library's call, in SELECT and elsewhere. */
export interface ParsedCall {
  readonly functionName?: string;
  readonly rawValue?: string;
  readonly parameters?: readonly (string | ParsedCall)[];
}

export function readPath(text: string): PathExpression {
  return { kind: 'path', path: text.split('.').map((part) => part.trim()), text };
}

export function readCall(parsed: ParsedCall): CallExpression {
  const name = (parsed.functionName ?? '').toUpperCase();
  const args = (parsed.parameters ?? []).map((arg) =>
    typeof arg === 'string' ? readPath(arg) : readCall(arg),
  );
  return { kind: 'call', name, args, text: parsed.rawValue ?? name };
}
