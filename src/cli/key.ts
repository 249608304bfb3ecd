/** `switchboard key`: a new API key, shown once. */

import { createKey } from '../server/identity/api-key.ts';

export async function runKey(): Promise<number> {
  const { text, sha256 } = createKey();
  process.stdout.write(
    `Key     ${text}   (for the client; it is kept nowhere)\nsha256  ${sha256}   (for the access file)\n`,
  );
  return 0;
}
