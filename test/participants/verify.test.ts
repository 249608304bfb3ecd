/** The comparison of the index with the platform finds what is wrong, and nothing else. */

import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/contract/wire/execute.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { type VerifyReport, verifyIndex } from '../../src/participants/verify.ts';
import { manualClock } from '../support/clock.ts';
import { dayMs, makeCompany, now } from './company.ts';
import { type FakePlatform, fakePlatform } from './platform.ts';

const company = makeCompany({ calls: 300, days: 60, people: 60 });

interface Setup {
  readonly database: Database;
  readonly platform: FakePlatform;
  verify(): Promise<VerifyReport>;
}

async function setUp(): Promise<Setup> {
  const platform = fakePlatform(company.calls, company.users);
  const clock = manualClock(now);
  const database = await openStore({});
  const settings = { horizonMonths: 3, callsPerWalk: 200, walk: 'contents' as const };
  await new Syncer({ tenant: 'acme', database, connector: platform, clock, settings }).run();
  platform.sent.length = 0;
  const verify = () => verifyIndex({ tenant: 'acme', database, connector: platform, clock });
  return { database, platform, verify };
}

describe('comparing the index with the platform', () => {
  it('finds a sound index to be sound, asking as background work', async () => {
    const { verify, platform } = await setUp();
    expect(await verify()).toEqual({
      calls: 300,
      missing: 0,
      extra: 0,
      different: 0,
      unshown: 0,
      examples: [],
    });
    for (const { options } of platform.sent)
      expect(options).toMatchObject({ priority: 'background', cache: 'off' });
  });

  it('finds what is missing, too much, or not the same, and names calls', async () => {
    const { verify, platform, database } = await setUp();
    const [deleted, hidden, ...rest] = company.calls;
    const added = { ...hidden!, id: '1', scheduled: now - 9 * dayMs, started: now - 9 * dayMs };
    platform.calls = [{ ...hidden!, isPrivate: !hidden!.isPrivate }, added, ...rest];
    // Damage that only the rows show: one of a call's keys is lost.
    const victim = rest[0]!;
    await database.write([
      {
        sql: 'DELETE FROM participation WHERE call LIKE $1 AND key = (SELECT min(key) FROM participation WHERE call LIKE $1)',
        params: [`%${victim.id}`],
      },
    ]);
    const report = await verify();
    expect(report).toMatchObject({ calls: 300, missing: 1, extra: 1, different: 2 });
    const byCall = new Map(report.examples.map(({ callId, mismatch }) => [callId, mismatch]));
    expect(byCall).toEqual(
      new Map([
        ['1', 'missing'],
        [deleted!.id, 'extra'],
        [hidden!.id, 'different'],
        [victim.id, 'different'],
      ]),
    );
  });

  it.each([
    ['announced and not handed out', () => []],
    ['sent without their ids', (rows: readonly Row[]) => rows.map(() => ({ metaData: null }))],
  ])('calls no call extra that may be one of those that are %s', async (_how, change) => {
    const { verify, platform } = await setUp();
    const { execute } = platform;
    const [first] = company.calls;
    platform.execute = async (entity, action, params, options) => {
      const answer = await execute(entity, action, params, options);
      const isFirst = ({ metaData }: Row): boolean => (metaData as Row).id === first!.id;
      const shown = answer.rows.filter((row) => !isFirst(row));
      return { ...answer, rows: [...shown, ...change(answer.rows.filter(isFirst))] };
    };
    expect(await verify()).toEqual({
      calls: 299,
      missing: 0,
      extra: 0,
      different: 0,
      unshown: 1,
      examples: [{ callId: first!.id, mismatch: 'unshown' }],
    });
  });
});
