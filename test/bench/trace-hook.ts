/**
 * Loaded into a gateway before its modules: lets every function of src/ say that it is called. Counted is what is called
 * for one request, in whichever turn of the event loop, from a message of the parent until its next one; work in the
 * background is not.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { Server } from 'node:http';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

export interface Trace {
  /** In the order in which they were first entered. */
  readonly files: readonly {
    readonly file: string;
    readonly functions: number;
    readonly calls: number;
  }[];
  /** How often a call was in another file than the call before it. */
  readonly moves: number;
}

export interface TraceMessage {
  readonly trace: 'begin' | 'end';
}

const sources = new URL('../../src/', import.meta.url).href;
/** Set within a request. */
const request = new AsyncLocalStorage<true>();
const calls = new Map<string, Map<number, number>>();
let isCounting = false;
let last = '';
let moves = 0;

Object.assign(globalThis, {
  benchEntered(file: string, at: number): void {
    if (!isCounting || request.getStore() === undefined) return;
    if (file !== last) {
      moves += 1;
      last = file;
    }
    let functions = calls.get(file);
    if (functions === undefined) {
      functions = new Map();
      calls.set(file, functions);
    }
    functions.set(at, (functions.get(at) ?? 0) + 1);
  },
});

const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
  const isRequest = event === 'request';
  return isRequest
    ? request.run(true, () => emit.call(this, event, ...args))
    : emit.call(this, event, ...args);
};

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(sources) || !url.endsWith('.ts')) return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return {
      format: 'module',
      shortCircuit: true,
      source: instrumented(source, url.slice(sources.length)),
    };
  },
});

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly body?: Node;
}

/** The same source with a call of `benchEntered` at the beginning of each function. */
function instrumented(source: string, file: string): string {
  const insertions: (readonly [at: number, text: string])[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      insertions.push(...enteringOf(value, source, file));
      for (const member of Object.values(value)) visit(member);
    }
  };
  visit(parseAst(source));
  let text = source;
  for (const [at, inserted] of insertions.toSorted(([a], [b]) => b - a))
    text = text.slice(0, at) + inserted + text.slice(at);
  return text;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function enteringOf(node: Node, source: string, file: string): [number, string][] {
  const { type, start, end, body } = node;
  const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(
    type,
  );
  if (!isFunction || body === undefined || body === null) return [];
  const entering = `benchEntered(${JSON.stringify(file)}, ${start})`;
  if (body.type === 'BlockStatement') return [[body.start + 1, `${entering};`]];
  // Parentheses around the expression belong to the function and not to its body.
  const afterArrow = source.lastIndexOf('=>', body.start) + 2;
  return [
    [afterArrow, ` (${entering}, `],
    [end, ')'],
  ];
}

process.on('message', (message) => {
  const { trace } = message as Partial<TraceMessage>;
  if (trace === undefined) return;
  isCounting = trace === 'begin';
  if (isCounting) return;
  const files = [...calls].map(([file, functions]) => ({
    file,
    functions: functions.size,
    calls: [...functions.values()].reduce((sum, count) => sum + count, 0),
  }));
  process.send?.({ files, moves } satisfies Trace);
});
