/**
 * How far one question travels through the code: `npx node test/bench/trace.ts [QUERY] [--warm] [--files]` asks it of a
 * gateway that has just started over the small company with a complete index, and prints how many files of src/ were entered,
 * how many functions, how many calls, and how often a call was in another file than the one before. Counts, so a busy machine
 * changes nothing. `--warm` asks three times before, so that the answer cache has it.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Child } from './child.ts';
import { ask, startSwitchboard } from './contestant.ts';
import { startServiceStage } from './service-stage.ts';
import { waitForIndex } from './stand.ts';
import type { Trace, TraceMessage } from './trace-hook.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    warm: { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
  },
});
const [query = '{accounts(first:2){nodes{name contacts{nodes{relatedCalls{totalCount}}}}}}'] =
  positionals;
const operation = { name: 'Traced', about: '', query };

function tell(child: Child, message: TraceMessage): Promise<Trace | null> {
  return new Promise((resolve) => {
    if (message.trace === 'end')
      child.process.on('message', (answer) => {
        if ('files' in (answer as object)) resolve(answer as Trace);
      });
    child.process.send(message, () => message.trace === 'begin' && resolve(null));
  });
}

const data = mkdtempSync(join(tmpdir(), 'switchboard-trace-'));
const service = await startServiceStage('small', '');
const settings = { DATA_DIR: data, INDEX: 'on', INDEX_INTERVAL_SECONDS: '1000000' };
const indexing = await startSwitchboard(service, { caching: true, settings });
await waitForIndex(indexing);
await indexing.end();

const switchboard = await startSwitchboard(service, {
  caching: true,
  answers: true,
  settings,
  execArgv: ['--import', join(import.meta.dirname, 'trace-hook.ts')],
});
if (flags.warm) for (let n = 0; n < 3; n += 1) await ask(switchboard, operation);
const before = await service.received();
await tell(switchboard.child, { trace: 'begin' });
await ask(switchboard, operation);
const trace = (await tell(switchboard.child, { trace: 'end' }))!;
const upstream = (await service.received()) - before;
await switchboard.end();
await service.end();
rmSync(data, { recursive: true });

const { files, moves } = trace;
const sum = (pick: (file: Trace['files'][number]) => number): number =>
  files.reduce((total, file) => total + pick(file), 0);
if (flags.files)
  for (const { file, functions, calls } of files)
    console.log(`${String(calls).padStart(6)} calls of ${String(functions).padStart(3)}  ${file}`);
console.log(
  `${files.length} files, ${sum(({ functions }) => functions)} functions, ${sum(({ calls }) => calls)} calls, ${moves} moves between files, ${upstream} upstream calls`,
);
