/** Counts the waves of an answer: calls are held until the gateway has nothing left to do but wait for them. */

import { setImmediate as turn } from 'node:timers/promises';
import type { Backend } from '../../src/connector-service/backend.ts';
import { openSynthetic } from './synthetic.ts';
import { customSchema, today } from './world.ts';

export interface WaveGate {
  /** The synthetic company, whose answers pass the gate. */
  readonly backend: Backend;
  /** What `ask` gives, and how many times calls had to be let go for it. Nothing else may ask meanwhile. */
  during<T>(ask: () => Promise<T>): Promise<{ readonly result: T; readonly waves: number }>;
}

/** Turns of the event loop without a new call after which all that could be asked has been. */
const quietTurns = 200;

/**
 * Gateway and service share the test's event loop, so quiet is counted in its turns and not in
 * time: a busy machine makes turns longer, not fewer.
 */
export function waveGate(): WaveGate {
  const backend = openSynthetic({ now: () => today, customSchema });
  let held: (() => void)[] | null = null;
  let waves = 0;
  const letGo = async (calls: (() => void)[]): Promise<void> => {
    for (let seen = 0, quiet = 0; quiet < quietTurns; quiet += 1) {
      await turn();
      if (calls.length > seen) quiet = 0;
      seen = calls.length;
    }
    waves += 1;
    for (const go of calls.splice(0)) go();
  };
  return {
    backend: {
      ...backend,
      async execute(operation) {
        if (held !== null) {
          const gate = held;
          await new Promise<void>((go) => {
            if (gate.push(go) === 1) void letGo(gate);
          });
        }
        return backend.execute(operation);
      },
    },
    async during(ask) {
      held = [];
      waves = 0;
      try {
        return { result: await ask(), waves };
      } finally {
        held = null;
      }
    },
  };
}
