/** `npm start`: Switchboard as the environment configures it. */

import { enableCompileCache } from 'node:module';

// Before any import that is not Node's own: what is loaded from here on needs no compilation at the next start.
enableCompileCache();
const [{ loadConfig }, { serve }, { errorText }] = await Promise.all([
  import('./config.ts'),
  import('./main/start.ts'),
  import('./main/start-error.ts'),
]);
try {
  await serve(loadConfig());
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  process.exit(1);
}
