/** Keys that an issuer of tokens publishes (JWKS), fetched and kept for a while. */

import { createRemoteJWKSet, customFetch } from 'jose';
import { HttpError } from '../error-response.ts';

/** For so long an issuer's keys are used, and then so long what was checked with them: a key may be withdrawn. */
export const keysMs = 600_000;

export type Keys = ReturnType<typeof createRemoteJWKSet>;

/** @returns a function that finds a token's key, and throws HttpError 503 while the set can't be had; jose throws all else */
export const keysAt = (url: string): Keys =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: 3000,
    cacheMaxAge: keysMs,
    [customFetch]: fetchKeySet,
  });

/** The answer to jose's request for a key set. What fails here is the issuer's outage, whichever class jose has for it. */
async function fetchKeySet(url: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  let keySet: unknown;
  try {
    answer = await fetch(url, init);
    if (answer.status !== 200) await answer.body?.cancel();
    else keySet = JSON.parse(await answer.text());
  } catch (error) {
    throw outage(error instanceof SyntaxError ? 'no JSON' : failureOf(error), error);
  }
  if (answer.status !== 200) throw outage(`status ${answer.status}`);
  if (!isKeySet(keySet)) throw outage('no key set');
  return Response.json(keySet);
}

/** Name of a failed request: the system's code, or that it took too long. */
function failureOf(error: unknown): string {
  const { name, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code ?? name;
}

function isKeySet(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('keys' in value)) return false;
  const { keys } = value;
  return (
    Array.isArray(keys) &&
    keys.every((key) => typeof key === 'object' && key !== null && !Array.isArray(key))
  );
}

const outage = (reason: string, cause?: unknown): HttpError =>
  new HttpError(503, 'OVERLOADED', 'The token’s issuer could not be asked for its keys.', {
    retryAfterMs: 1000,
    cause,
    reason: `keys of the issuer: ${reason}`,
  });
