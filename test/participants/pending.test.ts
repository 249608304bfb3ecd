/** Calls that the platform announces while it still analyses them: not yet, rather than missing for ever. */

import { describe, expect, it } from 'vitest';
import type { Params } from '../../src/upstream/request-key.ts';
import { dayMs, now } from './company.ts';
import type { FakeCall } from './platform.ts';
import { company, coverageIn, hourMs, indexed, type Setup, setUp } from './syncing.ts';

const template = company.calls[0]!;
const callAt = (id: string, at: number): FakeCall => ({
  ...template,
  id,
  scheduled: at,
  started: at,
});

/** Ids by age: of the last hours, and of the month before. */
const young = ['9001', '9002', '9003'];
const old = ['8001'];
const calls = [
  ...company.calls,
  ...young.map((id, index) => callAt(id, now - (index + 2) * hourMs)),
  ...old.map((id) => callAt(id, now - 30 * dayMs)),
];

/** A platform that counts some calls and hands them out never, or not yet. */
async function setUpWithout(hidden: Set<string>): Promise<Setup> {
  const setup = await setUp({ parallel: 1 }, calls);
  const { execute } = setup.platform;
  setup.platform.execute = async (entity, action, params, options) => {
    const answer = await execute(entity, action, params, options);
    const isHidden = (id: unknown): boolean => hidden.has(String(id));
    const rows = answer.rows.filter(
      ({ metaData }) => !isHidden((metaData as { id?: unknown } | undefined)?.id),
    );
    return { ...answer, rows };
  };
  return setup;
}

const countsOf = ({ platform }: Setup): Params[] =>
  platform.sent.flatMap(({ entity, params }) =>
    entity === 'calls_extensive' && params.contentSelector === undefined ? [params] : [],
  );

describe('a call that is announced and not handed out', () => {
  it('is pending while it is young, and in the index once it comes', async () => {
    const hidden = new Set(young);
    const setup = await setUpWithout(hidden);
    await setup.syncer.run();
    const coverage = await coverageIn(setup);
    expect(coverage).toMatchObject({ pending: 3 });
    expect(coverage).not.toHaveProperty('lacksRows');
    // A time without young calls has nothing to wait for.
    expect(await coverageIn(setup, now - 20 * dayMs, now - 10 * dayMs)).not.toHaveProperty(
      'pending',
    );
    // One call tells the young from the old ones, and none where nothing is missing.
    expect(countsOf(setup)).toHaveLength(1);

    hidden.delete('9001');
    await setup.clock.advance(hourMs);
    await setup.syncer.run();
    expect(await coverageIn(setup)).toMatchObject({ pending: 2 });
    expect(await indexed(setup.database)).toContain('9001');
    hidden.clear();
    await setup.clock.advance(hourMs);
    await setup.syncer.run();
    expect(await coverageIn(setup)).not.toHaveProperty('pending');
    const asked = countsOf(setup).length;
    await setup.clock.advance(hourMs);
    await setup.syncer.run();
    expect(countsOf(setup)).toHaveLength(asked);
  });

  it('is missing where it is old, beside young ones that are pending', async () => {
    const setup = await setUpWithout(new Set([...young, ...old]));
    await setup.syncer.run();
    expect(await coverageIn(setup)).toMatchObject({ lacksRows: true, pending: 3 });
    const recent = await coverageIn(setup, now - 2 * dayMs, now);
    expect(recent).toMatchObject({ pending: 3 });
    expect(recent).not.toHaveProperty('lacksRows');
  });

  it('is missing once it has not come for a day, read again every hour', async () => {
    const setup = await setUpWithout(new Set(young));
    await setup.syncer.run();
    for (let hours = 0; hours < 32; hours += 1) {
      await setup.clock.advance(hourMs);
      await setup.syncer.run();
      const { pending, lacksRows } = await coverageIn(setup);
      expect(pending ?? 0).toBeLessThanOrEqual(3);
      expect(pending !== undefined || lacksRows === true).toBe(true);
    }
    const coverage = await coverageIn(setup);
    expect(coverage).toMatchObject({ lacksRows: true });
    expect(coverage).not.toHaveProperty('pending');
  });

  it('that was pending when the gateway went is missing until it is looked for again', async () => {
    const setup = await setUpWithout(new Set(young));
    await setup.syncer.run();
    await setup.clock.advance(3 * dayMs);
    const coverage = await coverageIn(setup, now - dayMs, now);
    expect(coverage).toMatchObject({ lacksRows: true });
    expect(coverage).not.toHaveProperty('pending');
  });
});
