/** The same questions without an index: one bounded scan, and an honest bound. */

import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import type { CallsQuery } from '../../src/participants/call-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import {
  createScanParticipants,
  type ScanSettings,
} from '../../src/participants/scanned-participant-query.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { bruteForce } from './brute-force.ts';
import { accountOf, dayMs, emailOf, makeCompany, now } from './company.ts';
import { type FakePlatform, fakePlatform, pageOf } from './platform.ts';

const company = makeCompany({ calls: 600, days: 60, people: 60 });
const brute = bruteForce(company.calls, company.users);

function setUp(settings: Partial<ScanSettings> = {}): {
  participants: Participants;
  platform: FakePlatform;
  clock: ManualClock;
} {
  const platform = fakePlatform(company.calls, company.users);
  const clock = manualClock(now);
  const connectors = new Map([['acme', platform]]);
  return { participants: createScanParticipants({ connectors, clock, settings }), platform, clock };
}

const pagesOf = (platform: FakePlatform): number =>
  platform.sent.filter(({ entity }) => entity === 'calls_extensive').length;

describe('without an index', () => {
  it('answers all contacts of a request from one scan, as the index would', async () => {
    const { participants, platform } = setUp();
    const filter = { from: now - 30 * dayMs };
    const asks = Array.from({ length: 60 }, (_, i) => ({
      subject: { emails: [emailOf(i)], crmIds: [accountOf(i)] },
      filter,
      first: 50,
    }));
    const [all, counts, weeks] = await Promise.all([
      participants.calls('acme', asks),
      participants.countCalls('acme', asks),
      participants.callsPerPeriod(
        'acme',
        asks.map((ask) => ({ ...ask, bucket: 'week' as const })),
      ),
    ]);
    expect(all.map(({ value }) => value)).toEqual(asks.map((ask) => brute.window(ask)));
    expect(counts.map(({ value }) => value)).toEqual(
      asks.map(({ subject }) => brute.all(subject, filter).length),
    );
    expect(weeks.every(({ value }) => value.length > 0)).toBe(true);
    expect(all[0]!.coverage.completeFrom).toBeLessThanOrEqual(filter.from);
    const inWindow = company.calls.filter(({ scheduled }) => scheduled > filter.from).length;
    const pages = pagesOf(platform);
    expect(pages).toBeLessThan(inWindow / pageOf + 6);
    expect(platform.sent.every(({ options }) => options.priority === 'interactive')).toBe(true);
    await participants.lastCalls('acme', asks);
    expect(pagesOf(platform)).toBe(pages);
  });

  it('stops at its page limit, newest first, and says how far it came', async () => {
    const { participants, platform } = setUp({ maxPages: 4 });
    const asks: CallsQuery[] = Array.from({ length: 60 }, (_, i) => ({
      subject: { emails: [emailOf(i)] },
      first: 1_000,
    }));
    const answers = await participants.calls('acme', asks);
    expect(pagesOf(platform)).toBeLessThanOrEqual(4);
    const { completeFrom, completeTo } = answers[0]!.coverage;
    expect(completeTo).toBe(now);
    expect(completeFrom).toBeGreaterThan(now - 30 * dayMs);
    for (const [i, { value }] of answers.entries()) {
      const sure = brute.window({ ...asks[i]!, filter: { from: completeFrom, to: completeTo } });
      const found = value.calls.filter((call) => call.startedAt >= completeFrom!);
      expect(found).toEqual(sure.calls);
    }
  });

  it('looks as far back as configured when nobody says how far', async () => {
    const { participants } = setUp({ defaultPeriodMs: 10 * dayMs });
    const [answer] = await participants.calls('acme', [
      { subject: { emails: [emailOf(1)] }, first: 5 },
    ]);
    expect(answer!.coverage.completeFrom).toBe(now - 10 * dayMs);
  });

  it('scans anew after a minute', async () => {
    const { participants, platform, clock } = setUp();
    const ask = { subject: { emails: [emailOf(1)] }, filter: { from: now - 2 * dayMs }, first: 5 };
    await participants.calls('acme', [ask]);
    const once = pagesOf(platform);
    await clock.advance(61_000);
    const [answer] = await participants.calls('acme', [ask]);
    expect(pagesOf(platform)).toBeGreaterThan(once);
    expect(answer!.coverage.syncedAt).toBe(now + 61_000);
  });

  it('fails with the platform’s error when nothing could be read, and answers when something was', async () => {
    const { participants, platform, clock } = setUp();
    let reads = 0;
    let healthy = 0;
    platform.before = ({ entity }) => {
      if (entity !== 'calls_extensive' || reads++ < healthy) return;
      throw new UpstreamError('UPSTREAM_TIMEOUT', 'slow', {
        service: 'call-analytics',
        entity,
        action: 'list',
      });
    };
    const ask = { subject: { emails: [emailOf(1)] }, filter: { from: now - 20 * dayMs }, first: 5 };
    await expect(participants.calls('acme', [ask])).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    await clock.advance(61_000);
    reads = 0;
    healthy = 1;
    const [answer] = await participants.calls('acme', [ask]);
    expect(answer!.coverage.completeTo).toBe(clock.now());
    expect(answer!.coverage.completeFrom).toBeGreaterThan(ask.filter.from);
  });

  it('crosses empty years in few pages', async () => {
    const { participants, platform } = setUp();
    platform.calls = [];
    const asks = [
      { subject: { emails: [emailOf(1)] }, filter: { from: now - 800 * dayMs }, first: 5 },
    ];
    const [answer] = await participants.calls('acme', asks);
    expect(answer!.coverage.completeFrom).toBeLessThanOrEqual(now - 800 * dayMs);
    expect(pagesOf(platform)).toBeLessThan(8);
  });

  it('says that there is no index', async () => {
    const { participants } = setUp();
    expect(await participants.status('acme')).toMatchObject({ state: 'off', calls: 0 });
  });
});
