/** `switchboard index`: what it prints, what it returns, and that it is wired to the whole. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  forgetIndex,
  forgetTranscripts,
  type IndexContext,
  showIndex,
  syncIndex,
  verifyIndexes,
} from '../../src/cli/index-command.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { callProgress } from '../../src/main/progress.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { makeCompany, now } from '../participants/company.ts';
import { type FakePlatform, fakePlatform } from '../participants/platform.ts';
import { isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { runHere } from '../support/here.ts';
import { openSynthetic } from '../support/synthetic.ts';

const directory = mkdtempSync(join(tmpdir(), 'index-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

const company = makeCompany({ calls: 250, days: 60, people: 50 });

interface Setup extends IndexContext {
  readonly platform: FakePlatform;
  readonly out: string[];
  readonly err: string[];
}

async function setUp(isTTY = false): Promise<Setup> {
  const platform = fakePlatform(company.calls, company.users);
  const out: string[] = [];
  const err: string[] = [];
  return {
    platform,
    out,
    err,
    tenants: [{ name: 'acme', connector: platform }],
    ownIndexes: ['acme'],
    database: await openStore({}),
    clock: manualClock(now),
    settings: { horizonMonths: 3, callsPerWalk: 100 },
    stdout: { write: (text) => out.push(text) },
    stderr: { isTTY, columns: 60, write: (text) => err.push(text) },
  };
}

describe('index sync, status and verify', () => {
  it('synchronise, tell, and find no difference', async () => {
    const context = await setUp();
    expect(await showIndex(context)).toBe(0);
    expect(context.out.join('')).toMatch(/complete +nothing yet/);
    expect(context.out[0]).toMatch(/^Nothing has been read .*`npx switchboard index status --url/);
    expect(await syncIndex(context, { all: false })).toBe(0);
    expect(context.out.at(-1)).toMatch(
      /^acme: 250 calls read in \d+ walks, 250 new or changed, 0 removed\n$/,
    );
    const before = context.platform.sent.length;
    context.out.length = 0;
    expect(await showIndex(context)).toBe(0);
    expect(context.out[0]).toBe('acme\n');
    expect(context.platform.sent.length).toBe(before);
    expect(context.out.join('')).toMatch(/calls +250\n +known +100\.0% since 2026-07-15\n/);
    expect(await verifyIndexes(context)).toBe(0);
    expect(context.out.at(-1)).toBe('acme: 250 calls compared, no difference\n');
  });

  it('read transcripts where they are indexed, tell how many, and forget them once they are not', async () => {
    const context = await setUp();
    const [first, ...others] = company.calls;
    context.platform.calls = [{ ...first!, turns: [['1', 'A word.']] }, ...others];
    const indexed = context.tenants.map((tenant) => ({
      ...tenant,
      transcripts: { horizonMonths: 3 },
    }));
    expect(await syncIndex({ ...context, tenants: indexed }, { all: false })).toBe(0);
    expect(context.out.at(-1)).toMatch(
      /^acme: 1 transcript read, 249 that the platform does not have, \d left for later\n$/,
    );
    await showIndex({ ...context, tenants: indexed });
    expect(context.out.join('')).toMatch(
      /transcripts +2\d\d read, \d+ to be read\n +words +of calls since 2026-07-15\n/,
    );
    await expect(forgetTranscripts({ ...context, tenants: indexed })).rejects.toThrow(
      'Expected TRANSCRIPTS_INDEX=off',
    );
    expect(await verifyIndexes(context)).toBe(0);
    expect(context.out.at(-1)).toBe('acme: 100 transcripts compared, no difference\n');
    const { database } = context;
    await database.write([{ sql: "UPDATE transcript SET digest = 'another'", params: [] }]);
    expect(await verifyIndexes(context)).toBe(1);
    expect(context.out.at(-11)).toBe(
      'acme: 100 transcripts compared, 100 different, to be read again\n',
    );
    expect(context.out.at(-1)).toMatch(/^ {2}transcript {2}call \d+\n$/);
    const words = () =>
      database.read('SELECT (SELECT count(*) FROM turn), (SELECT count(*) FROM transcript_words)');
    expect(await words()).toEqual([[1, 1]]);
    expect(await forgetTranscripts(context)).toBe(0);
    expect(await words()).toEqual([[0, 0]]);
    context.out.length = 0;
    await showIndex(context);
    expect(context.out.join('')).not.toContain('transcripts');
  });

  it('say first that a gateway over the synthetic company has another index', async () => {
    const context = await setUp();
    const gatewayUrl = 'http://127.0.0.1:4000';
    await showIndex({ ...context, isSynthetic: true, gatewayUrl });
    expect(context.out[0]).toContain(`\`npx switchboard index status --url ${gatewayUrl}\``);
  });

  it('return 1 when the index differs, and repair it with --all', async () => {
    const context = await setUp();
    await syncIndex(context, { all: false });
    context.platform.calls = company.calls.slice(3);
    expect(await verifyIndexes(context)).toBe(1);
    expect(context.out.join('')).toContain('0 missing, 3 extra, 0 different\n');
    expect(context.out.join('')).toContain(`  extra      call ${company.calls[0]!.id}\n`);
    expect(await syncIndex(context, { all: true })).toBe(0);
    expect(context.out.at(-1)).toContain('247 calls read');
    expect(context.out.at(-1)).toContain('3 removed');
    expect(await verifyIndexes(context)).toBe(0);
  });

  it('return 1 while another process walks a part', async () => {
    const context = await setUp();
    const held = fakePlatform([]);
    held.before = () => new Promise(() => {});
    const { Syncer } = await import('../../src/participants/sync/syncer.ts');
    const other = new Syncer({ ...context, tenant: 'acme', connector: held });
    void other.fill({ from: now - 40e8, to: now - 20e8 }, {}, { walk: 'people' });
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    expect(await syncIndex(context, { all: false })).toBe(1);
    expect(context.out.at(-1)).toMatch(/another process walks the rest/);
  });
});

describe('the progress of a synchronisation', () => {
  const facts = {
    complete: 0.43,
    calls: 12_300,
    callsPerSecond: 298.4,
    secondsLeft: 200,
    walks: { done: 12, total: 40 },
  };

  it('is one line on a terminal, no wider than that, and gone at the end', () => {
    const written: string[] = [];
    const clock = manualClock();
    const output = { isTTY: true, columns: 50, write: (text: string) => written.push(text) };
    const progress = callProgress(output, 'acme', clock);
    progress.show(facts);
    progress.show({ ...facts, calls: 12_301 });
    expect(written).toEqual(['\r\x1b[Kacme  [==========              ]   43%  12,300 ca']);
    progress.end();
    expect(written.at(-1)).toBe('\r\x1b[K');
  });

  it('is a plain line every ten seconds elsewhere, the last one included', async () => {
    const written: string[] = [];
    const clock = manualClock();
    const progress = callProgress({ write: (text) => written.push(text) }, 'acme', clock);
    progress.show(facts);
    await clock.advance(5_000);
    progress.show(facts);
    await clock.advance(5_000);
    progress.show({ ...facts, secondsLeft: 9_000 });
    progress.show({ ...facts, complete: 1, calls: 30_000 });
    progress.end();
    expect(written).toEqual([
      'acme   43%  12,300 calls  298/s  walk 12 of 40  4 min left\n',
      'acme   43%  12,300 calls  298/s  walk 12 of 40  2 h 30 min left\n',
      'acme  100%  30,000 calls  298/s  walk 12 of 40\n',
    ]);
  });
});

describe('index forget', () => {
  it('deletes the index of another account, and none that is in use', async () => {
    const context = await setUp();
    context.platform.calls = company.calls.slice(0, 20);
    await syncIndex(
      { ...context, tenants: [{ name: 'acme@former', connector: context.platform }] },
      { all: false },
    );
    await syncIndex(context, { all: false });
    context.out.length = 0;
    await showIndex({ ...context, tenants: [] });
    expect(context.out.join('')).toBe(
      'acme@former\n  not used by this configuration; `switchboard index forget acme@former` deletes it\n',
    );
    for (const index of ['acme', 'nobody'])
      await expect(forgetIndex(context, { index })).rejects.toThrow(
        `Expected an index that this configuration does not use (one of acme@former); got "${index}".`,
      );
    expect(await forgetIndex(context, { index: 'acme@former' })).toBe(0);
    expect(context.out.at(-1)).toBe('acme@former: deleted\n');
    await expect(forgetIndex(context, { index: 'acme@former' })).rejects.toThrow('there is none');
    expect(await verifyIndexes(context)).toBe(0);
  });
});

describe('switchboard index', () => {
  let service: DemoService;
  beforeAll(async () => {
    service = await startDemoService({ backend: openSynthetic({ now: () => new Date() }) });
    vi.stubEnv('DATA_DIR', directory);
    vi.stubEnv('CONNECTOR_BASE_URL', service.url);
    vi.stubEnv('CONNECTOR_TOKEN', service.token);
    vi.stubEnv('CALL_ANALYTICS_INSTANCE_ID', service.instances.callAnalytics);
    vi.stubEnv('CRM_INSTANCE_ID', service.instances.crm);
    vi.stubEnv('CALL_ANALYTICS_PER_SECOND', '1000000');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });

  it.skipIf(!isWide)('synchronises a company into a file, in which verify finds it', async () => {
    const synced = await runHere(['index', 'sync']);
    expect(synced).toMatchObject({ code: 0 });
    expect(synced.output).toMatch(/^default: 2,500 calls read/m);
    expect(synced.output).toMatch(/100% {2}2,500 calls/);
    const verified = await runHere(['index', 'verify']);
    expect(verified.code).toBe(0);
    expect(verified.output).toMatch(/^default: 2,500 calls compared, no difference$/m);
  });

  it('says how it is used', async () => {
    const wrong = await runHere(['index', 'rebuild']);
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.output).toMatch(/Expected sync, status, verify or forget INDEX; got "rebuild"/);
    const nobody = await runHere(['index', 'sync', '--tenant', 'nobody']);
    expect(nobody.output).toMatch(/expected one of default/);
  });
});
