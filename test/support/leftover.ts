/** Test files share a worker: each has to leave it as it found it, or the next one pays for it. */

import { afterAll, expect } from 'vitest';

/** What nobody but a test opens and nothing but closing ends. */
const watched = ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap'];

function open(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => watched.includes(kind))
    .sort();
}

const environment = { ...process.env };
const before = open();

afterAll(async () => {
  const end = performance.now() + 15_000;
  // What was closed is gone some turns later.
  while (open().length > before.length && performance.now() < end)
    await new Promise((turn) => setTimeout(turn, 5));
  expect(open(), 'Servers and processes open after the file').toEqual(before);
  expect({ ...process.env }, 'The environment after the file').toEqual(environment);
});
