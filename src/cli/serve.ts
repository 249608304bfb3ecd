/** `switchboard serve`: what `npm start` does. */

import { loadConfig } from '../config.ts';
import { serve } from '../main.ts';

export async function runServe(): Promise<null> {
  await serve(loadConfig());
  return null;
}
