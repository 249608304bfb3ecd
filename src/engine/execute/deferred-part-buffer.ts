/** Reading ahead: the parts of an answer are made at the operation's own pace, however slowly its client takes them. */

import { isTurnSpent, nextTurn } from './loop-turn.ts';

interface PartsAhead<Part> {
  readonly parts: AsyncIterable<Part>;
  /** Settles when the last part is made, or nobody takes any more. */
  readonly end: Promise<void>;
}

/**
 * @param write called with each part as it is made; where it or the making throws, no more are made.
 * @param failed the last part then, of what was thrown.
 */
export function readAhead<Part, Written>(
  source: AsyncIterable<Part>,
  write: (part: Part) => Written,
  failed: (error: unknown) => Written,
): PartsAhead<Written> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const parts = new ReadableStream<Written>({
    // Begins at once, and asks nobody whether there is room: `write` does.
    async start(stream) {
      try {
        for await (const part of written(source, write, failed)) stream.enqueue(part);
        stream.close();
      } finally {
        resolve();
      }
    },
  });
  return { parts, end };
}

async function* written<Part, Written>(
  source: AsyncIterable<Part>,
  write: (part: Part) => Written,
  failed: (error: unknown) => Written,
): AsyncGenerator<Written> {
  try {
    for await (const part of source) {
      if (isTurnSpent()) await nextTurn();
      yield write(part);
    }
  } catch (error) {
    yield failed(error);
  }
}
