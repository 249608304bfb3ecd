/** Coverage of the participant index, for commands whose rows leave no place for it: what rows tell of calls is as complete as the index. */

import { stderr } from '../main/terminal.ts';
import type { Client } from './client.ts';

/** Says on standard error how far back calls are known. A gateway with trusted documents alone does not report it. */
export async function printCoverage(client: Client): Promise<void> {
  const { data } = await client.execute(
    '{ indexStatus { state completeShare coverage { completeFrom } } }',
    {},
  );
  const status = data?.indexStatus as IndexFacts | null | undefined;
  if (!status || status.state === 'OFF' || status.completeShare >= nearlyAll) return;
  const { completeFrom } = status.coverage;
  stderr.write(
    `Calls are ${completeFrom === null ? 'not known yet' : `known since ${completeFrom}`}, ${Math.floor(100 * status.completeShare)}% of the index's horizon; figures of earlier calls are short.\n`,
  );
}

interface IndexFacts {
  readonly state: string;
  readonly completeShare: number;
  readonly coverage: { readonly completeFrom: string | null };
}

/** The last minutes are always missing. */
const nearlyAll = 0.99;
