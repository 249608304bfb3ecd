/** Reading ahead: the parts of an answer are made at the operation's own pace, however slowly its client takes them. */

interface PartsAhead<Part> {
  readonly parts: AsyncIterable<Part>;
  /** Settles when the last part is made, or nobody takes any more. */
  readonly end: Promise<void>;
}

/**
 * @param count called with each part as it is made; where it throws, no more are made.
 * @param failed the last part then, of what was thrown.
 */
export function readAhead<Part>(
  made: AsyncIterable<Part>,
  count: (part: Part) => void,
  failed: (error: unknown) => Part,
): PartsAhead<Part> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const parts = new ReadableStream<Part>({
    // Begins at once, and asks nobody whether there is room: `count` does.
    async start(stream) {
      try {
        for await (const part of counted(made, count, failed)) stream.enqueue(part);
        stream.close();
      } finally {
        resolve();
      }
    },
  });
  return { parts, end };
}

async function* counted<Part>(
  made: AsyncIterable<Part>,
  count: (part: Part) => void,
  failed: (error: unknown) => Part,
): AsyncGenerator<Part> {
  for await (const part of made) {
    try {
      count(part);
    } catch (error) {
      yield failed(error);
      return;
    }
    yield part;
  }
}
