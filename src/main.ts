/** `npm start`: Switchboard as the environment configures it. */

import { startCompileCache } from './main/compile-cache.ts';

startCompileCache();
const [{ loadConfig }, { UserInputError }, { serve }, { errorText }] = await Promise.all([
  import('./config.ts'),
  import('./errors.ts'),
  import('./main/start.ts'),
  import('./main/start-error.ts'),
]);
try {
  const [, , ...words] = process.argv;
  if (words.length > 0)
    throw new UserInputError(
      `Expected settings in the environment alone; got "${words.join(' ')}". \`npx switchboard\` takes commands.`,
    );
  await serve(loadConfig());
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  process.exit(1);
}
