import { afterEach, describe, expect, it } from 'vitest';
import type { Instead } from '../../../src/demo/vendor-api/answer-override.ts';
import {
  openVendorCompany,
  type VendorCompany,
  type VendorCompanyOptions,
} from '../../support/vendor.ts';

let world: VendorCompany | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const entity = 'stats_activity_scorecards';

async function open(options?: VendorCompanyOptions) {
  world = await openVendorCompany(options);
  const { company, client, instances } = world;
  const requests = () =>
    client.facade.requests.filter(({ url }) => url === '/v2/stats/activity/scorecards').length;
  const list = async (filter: object) => {
    const response = await company.post(instances['call-analytics'], entity, 'list', { filter });
    const body = (await response.json()) as {
      result: Record<string, string>[];
      connector_metadata: { pagination: { totalRecords: number } };
    };
    return {
      status: response.status,
      rows: body.result,
      total: body.connector_metadata?.pagination.totalRecords,
    };
  };
  const own = (filter: object) =>
    company.rows(company.service.instances.callAnalytics, entity, { filter });
  return { ...world, list, own, requests };
}

const day = 86_400_000;

describe('answered scorecards', () => {
  it('are read once, however many calls ask for theirs', async () => {
    const { list, own, requests } = await open();
    const all = await own({});
    expect(all.length).toBeGreaterThan(50);
    for (const { callId } of all.slice(0, 30)) {
      const expected = all.filter((row) => row.callId === callId).length;
      const { rows } = await list({ callIds: [callId] });
      expect(rows.length).toBeGreaterThanOrEqual(expected);
      expect(rows.every((row) => row.callId === callId)).toBe(true);
    }
    const ofCalls = requests();
    // A page for the day of each call.
    expect(ofCalls).toBeLessThanOrEqual(30);
    for (const { callId } of all.slice(0, 30)) await list({ callIds: [callId] });
    expect(requests()).toBe(ofCalls);
    await list({ reviewedUserIds: ['1'] });
    const first = requests();
    // 24 months, what was before them, and second pages of those with more than a hundred.
    expect(first - ofCalls).toBeLessThan(35);
    await list({ reviewerUserIds: ['-1'] });
    expect(requests()).toBe(first);
  });

  it('of a range are read from there on, and the months before it when they are asked for', async () => {
    const { list, client, requests } = await open();
    const from = (days: number) => ({
      fromDateTime: new Date(client.time.now - days * day).toISOString(),
    });
    await list(from(10));
    expect(requests()).toBeLessThanOrEqual(2);
    const near = requests();
    await list(from(9));
    expect(requests()).toBe(near);
    await list(from(70));
    expect(requests() - near).toBeLessThanOrEqual(4);
  });

  it('are the newest a minute later, for the newest days alone', async () => {
    const { list, client, requests } = await open();
    const { total } = await list({});
    const whole = requests();
    client.time.now += 61_000;
    expect((await list({})).total).toBe(total);
    expect(requests() - whole).toBe(1);
    client.time.now += 8 * day;
    expect((await list({})).total).toBe(total);
    expect(requests() - whole).toBeGreaterThan(10);
  });

  it('hold those of both methods, with what the interface has besides', async () => {
    const { list } = await open();
    const { rows } = await list({});
    expect(new Set(rows.map(({ reviewMethod }) => reviewMethod))).toEqual(
      new Set(['MANUAL', 'AUTOMATIC']),
    );
    for (const row of rows) {
      expect(row.answeredScorecardId).toMatch(/^\d+$/);
      expect(row.answeredDateTime).toBe(row.reviewTime);
      if (row.reviewMethod === 'AUTOMATIC') expect(row.reviewerUserId).toBe('-1');
    }
  });

  it('go on where they stopped when the platform failed, and say so meanwhile', async () => {
    let failing = true;
    let seen = 0;
    const { list, requests } = await open({
      facade: {
        instead: ({ url }): Instead | null =>
          failing && url.endsWith('/stats/activity/scorecards') && ++seen > 5
            ? { status: 503, body: '<h1>Unavailable</h1>' }
            : null,
      },
    });
    expect((await list({})).status).toBe(503);
    failing = false;
    const before = requests();
    expect((await list({})).total).toBeGreaterThan(100);
    // 26 in all, of which four were had before.
    expect(requests() - before).toBeLessThan(24);
  });

  it('wait as the platform asks, for a while, and hand on what takes longer', async () => {
    for (const [seconds, status] of [
      [2, 200],
      [3600, 429],
    ] as const) {
      let refused = 2;
      const pauses: number[] = [];
      const { list, company, instances } = await open({
        facade: {
          instead: ({ url }): Instead | null =>
            url.endsWith('/scorecards') && url.includes('stats') && refused-- > 0
              ? { status: 429, headers: { 'retry-after': String(seconds) } }
              : null,
        },
        vendor: { pause: async (ms) => void pauses.push(ms) },
      });
      if (status === 200) {
        expect((await list({})).status).toBe(200);
        expect(pauses).toEqual([2000, 2000]);
      } else {
        const answer = await company.post(instances['call-analytics'], entity, 'list', {});
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600']);
        expect(pauses).toEqual([]);
      }
      await world?.close();
      world = undefined;
    }
  });
});
