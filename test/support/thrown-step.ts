/** Thrown steps: the nth call that named files of src make of the language's own functions throws, so that each of their steps fails once. */

import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

type Method = (this: unknown, ...args: never[]) => unknown;

/** Functions that the steps of a download call. */
const targets: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [globalThis, ['encodeURIComponent', 'decodeURIComponent', 'Number', 'String']],
  [
    String.prototype,
    ['slice', 'split', 'replace', 'trim', 'toLowerCase', 'startsWith', 'toWellFormed', 'at'],
  ],
  [RegExp.prototype, ['exec', 'test']],
  [Array.prototype, ['at', 'map', 'find', 'filter']],
  [Math, ['min', 'max', 'floor']],
  [Readable, ['from']],
  [ServerResponse.prototype, ['writeHead', 'write', 'end', 'setHeader']],
];

export class ThrownStep extends Error {}

export interface StepThrower {
  /** From now on the calls are counted, and the nth throws; of 0 none. */
  arm(nth: number): void;
  /** @returns whether there was an nth call. */
  disarm(): boolean;
  restore(): void;
}

/** @param files ends of paths below src; no other file's calls count. */
export function throwSteps(files: readonly string[]): StepThrower {
  let left = 0;
  let isThrown = false;
  let isArmed = false;
  let isBusy = false;
  const count = (): void => {
    if (!isArmed || isBusy) return;
    isBusy = true;
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 3;
    // The first line is the message, then come this function, the one in the place of the target, and its caller.
    const caller = new Error('step').stack?.split('\n')[3] ?? '';
    Error.stackTraceLimit = stackTraceLimit;
    const counts = files.some((file) => caller.includes(`/src/${file}:`));
    isBusy = false;
    if (!counts) return;
    left -= 1;
    isThrown ||= left === 0;
    if (left === 0) throw new ThrownStep(`a step in${caller}`);
  };
  const restores = targets.flatMap(([owner, names]) =>
    names.map((name) => {
      // Undefined where the owner inherits it.
      const descriptor = Object.getOwnPropertyDescriptor(owner, name);
      const original = Reflect.get(owner, name) as Method;
      const counting = function (this: unknown, ...args: never[]): unknown {
        count();
        return new.target === undefined
          ? original.apply(this, args)
          : Reflect.construct(original, args, new.target);
      };
      Object.setPrototypeOf(counting, original);
      Object.defineProperty(counting, 'prototype', { value: original.prototype as unknown });
      Object.defineProperty(owner, name, {
        value: counting,
        writable: true,
        configurable: true,
      });
      return () =>
        descriptor === undefined
          ? Reflect.deleteProperty(owner, name)
          : Object.defineProperty(owner, name, descriptor);
    }),
  );
  return {
    arm(nth) {
      left = nth;
      isThrown = false;
      isArmed = true;
    },
    disarm() {
      isArmed = false;
      return isThrown;
    },
    restore() {
      isArmed = false;
      for (const restore of restores) restore();
    },
  };
}
