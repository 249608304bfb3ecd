/** Reads a JSON body within its limits: size, encoding, nesting. */

import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/**
 * @returns the body's text, of at most `maxBytes` bytes and nested at most `maxDepth` deep.
 * @throws Refusal 413, 415 or 400; what is left of the body is not read.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<string> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refusal(415, 'BAD_USER_INPUT', 'Expected a body that is not compressed.', {
      unread: true,
    });
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits);
  const text = await readText(request, limits);
  if (nestedDeeperThan(text, limits.maxDepth))
    throw new Refusal(
      400,
      'BAD_USER_INPUT',
      `Expected JSON nested at most ${limits.maxDepth} deep; got more.`,
    );
  return text;
}

function readText(request: IncomingMessage, limits: BodyLimits): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limits.maxBytes) chunks.push(chunk);
      else {
        request.pause();
        request.removeAllListeners('data');
        reject(tooLarge(limits));
      }
    });
    const cut = (): void =>
      reject(
        new Refusal(400, 'CANCELLED', 'The request ended before its body did.', { unread: true }),
      );
    request.once('end', () => {
      // Every request closes in the end.
      request.off('close', cut);
      resolve(
        chunks.length === 1 ? chunks[0]!.toString('utf8') : Buffer.concat(chunks).toString('utf8'),
      );
    });
    request.once('error', reject);
    request.once('close', cut);
  });
}

function tooLarge(limits: BodyLimits): Refusal {
  return new Refusal(
    413,
    'BAD_USER_INPUT',
    `Expected a body of at most ${limits.maxBytes} bytes; got more.`,
    { unread: true },
  );
}

const quote = 0x22;
const backslash = 0x5c;

/** Counts brackets outside strings, before any parser recurses into them. */
export function nestedDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i);
    if (code === quote) {
      i = endOfString(json, i);
      if (i === -1) return false;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** Where the string that opens at `start` closes, or -1. Nearly all of a body is one string: its query. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}
