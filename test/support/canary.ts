/** Marks that must never be seen where they don't belong, and the faults that try to carry them there. */

import type { Fault } from '../../src/demo/fault/fault.ts';

export const secret = 'CANARY-TOKEN-4711';
export const email = 'canary.person@secret.example';
export const line = 'the transcript line nobody may read';
export const trace = /CANARY|canary|transcript line|secret\.example/;

export const text = `Bearer ${secret} for ${email}: "${line}"`;

/** Every way an answer can go wrong, most of them quoting the canaries. */
export const faults: readonly Fault[] = [
  { kind: 'black-hole' },
  { kind: 'reset' },
  { kind: 'html' },
  { kind: 'endless' },
  { kind: 'redirect', location: `http://127.0.0.1:1/${secret}?e=${email}` },
  { kind: 'truncated', close: 'clean' },
  { kind: 'truncated', close: 'abrupt' },
  { kind: 'wrapper', form: 'bare' },
  { kind: 'wrapper', form: 'stranger' },
  { kind: 'wrapper', form: 'null' },
  { kind: 'cursor', change: 'foreign', value: text },
  { kind: 'throttle', retryAfter: { text } },
  { kind: 'throttle', retryAfter: 7_200 },
  ...[400, 401, 403, 404, 409, 422, 429, 500, 503, 504].flatMap((status) =>
    (['json', 'vendor', 'html'] as const).map((body) => ({
      kind: 'status' as const,
      status,
      body,
      text,
    })),
  ),
  ...(['quota', 'scope', 'session', 'rights', 'bearer'] as const).map((reason) => ({
    kind: 'denied' as const,
    reason,
  })),
  { kind: 'cut-stream', at: 0.5 },
  { kind: 'file-headers', contentType: text, fileName: 'x' },
];
