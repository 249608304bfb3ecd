/** `npm start`: Switchboard as the environment configures it. */

import { startCompileCache } from './main/compile-cache.ts';

startCompileCache();
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
