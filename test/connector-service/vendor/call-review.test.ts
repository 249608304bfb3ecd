/** Answered scorecards by call: what they cost a company with few reviews and one with many, counted at the vendor. */

import { afterEach, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import type { Row } from '../../../src/contract/wire/execute.ts';
import { horizon } from '../../support/company.ts';
import { startHere } from '../../support/here.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { openVendorCompany, type VendorCompany } from '../../support/vendor.ts';

let world: VendorCompany | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const dayMs = 86_400_000;
const mostRequests = 6;

/** The company with so many pages of reviews a month, spread over its calls of half a month. */
async function companyWith(pagesAMonth: number) {
  const company = openSynthetic({ now: () => horizon });
  const read = async (entity: string, params: Row): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    let page: Row | null = null;
    do {
      const answer = await company.execute({
        ...{ system: 'call-analytics', action: 'list' },
        ...{ entity, params, page },
      });
      if (answer.kind !== 'cursor-page') throw new Error('Expected pages');
      rows.push(...answer.rows);
      page = answer.next;
    } while (page !== null);
    return rows;
  };
  const [pattern] = await read('stats_activity_scorecards', { filter: {} });
  const calls = await read('calls', {
    fromDateTime: new Date(horizon.getTime() - 15 * dayMs).toISOString(),
    toDateTime: horizon.toISOString(),
  });
  const reviews = Array.from({ length: pagesAMonth * 50 }, (_, index): Row => {
    const call = calls[index % calls.length]!;
    return {
      ...pattern,
      answeredScorecardId: String(7_000_000 + index),
      callId: call.id,
      callStartTime: call.started,
      reviewTime: call.started,
    };
  });
  const backend: Backend = {
    ...company,
    async execute(operation) {
      if (operation.entity !== 'stats_activity_scorecards') return company.execute(operation);
      const totalRecords = reviews.length;
      return { kind: 'cursor-page', rows: reviews, totalRecords, pageNumber: 0, next: null };
    },
  };
  return { backend, calls, reviews };
}

async function open(pagesAMonth: number) {
  const { backend, calls, reviews } = await companyWith(pagesAMonth);
  world = await openVendorCompany({ facade: { backend } });
  const { company, client, instances } = world;
  const list = async (callIds: readonly unknown[]) => {
    const before = client.facade.requests.length;
    const filter = { callIds };
    const id = instances['call-analytics'];
    const rows: Row[] = [];
    let cursor: string | undefined;
    let total = 0;
    let counted = 0;
    do {
      const params = { filter, ...(cursor === undefined ? {} : { cursor }) };
      const response = await company.post(id, 'stats_activity_scorecards', 'list', params);
      const body = (await response.json()) as {
        readonly result: readonly Row[];
        readonly connector_metadata: {
          readonly pagination: { readonly totalRecords: number; readonly cursor?: string };
        };
      };
      if (cursor === undefined) {
        total = body.connector_metadata.pagination.totalRecords;
        counted = Number(response.headers.get('x-vendor-requests') ?? 1);
      }
      rows.push(...body.result);
      cursor = body.connector_metadata.pagination.cursor;
    } while (cursor !== undefined);
    return { rows, total, counted, requests: client.facade.requests.length - before };
  };
  const ofCalls = (ids: readonly unknown[]) =>
    reviews.filter(({ callId }) => ids.includes(callId)).length;
  return { list, ofCalls, calls };
}

describe('answered scorecards by call', () => {
  it.each([
    [3, 2],
    [80, 6],
  ])(
    'of a company with %i pages of reviews a month take the pages of the call’s day',
    async (pagesAMonth, most) => {
      const { list, ofCalls, calls } = await open(pagesAMonth);
      const { id } = calls[Math.floor(calls.length / 2)]!;
      const first = await list([id]);
      expect(first.rows).toHaveLength(ofCalls([id]));
      expect(first.total).toBe(first.rows.length);
      expect(first.requests).toBeLessThanOrEqual(most);
      // The gateway is told of every request but the one that it counts anyway.
      expect(first.counted).toBe(first.requests);
      // What was read is kept.
      expect(await list([id])).toMatchObject({ requests: 0, total: first.total });
    },
  );

  it('of a hundred calls of a month come as far as a few requests reach, say so, and go on', async () => {
    const { list, ofCalls, calls } = await open(80);
    const ids = calls.slice(-100).map(({ id }) => id);
    const whole = ofCalls(ids);
    let known = 0;
    for (let asked = 1; ; asked += 1) {
      const { rows, total, requests } = await list(ids);
      expect(requests).toBeLessThanOrEqual(mostRequests);
      expect(rows.length).toBeGreaterThanOrEqual(known);
      known = rows.length;
      if (total === known) break;
      expect(total).toBeGreaterThan(known);
      expect(asked).toBeLessThan(40);
    }
    expect(known).toBe(whole);
  });

  it('take nothing more once the list of all was read', async () => {
    const { list, ofCalls, calls } = await open(3);
    const ids = calls.map(({ id }) => id).slice(-100);
    await list([]);
    const { rows, total, requests } = await list(ids);
    // The days of the calls.
    expect(requests).toBe(1);
    expect([rows.length, total]).toEqual([ofCalls(ids), ofCalls(ids)]);
  });

  it('are a list of the graph that names what it lacks, and its requests are of the budget', async () => {
    const { backend, calls } = await companyWith(80);
    world = await openVendorCompany({ facade: { backend, clock: Date.now } });
    const { facade } = world.client;
    const gateway = await startHere({
      GONG_ACCESS_KEY: facade.accounts.accessKey,
      GONG_ACCESS_KEY_SECRET: facade.accounts.accessKeySecret,
      GONG_BASE_URL: facade.url,
      CALL_ANALYTICS_PER_SECOND: '1000',
    });
    const ask = async (query: string) => {
      const response = await fetch(new URL('/graphql', gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return await response.json();
    };
    const from = String(calls.at(-100)!.started);
    const day = async (): Promise<number> => {
      const { extensions } = await ask('{ users(first: 1) { nodes { id } } }');
      return extensions.cost.budget['call-analytics'].remaining;
    };
    const before = await day();
    const sent = facade.requests.length;
    const { data, errors, extensions } = await ask(
      `{ calls(first: 100, filter: { from: "${from}" }) { nodes { answeredScorecards(first: 1) { nodes { id } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.calls.nodes).not.toHaveLength(0);
    // Those of which no review was found are asked for once more, by themselves.
    expect(extensions.incomplete[0].message).toContain('announced more rows');
    const requests = facade.requests.length - sent;
    expect(requests).toBeLessThanOrEqual(2 * mostRequests + 2);
    // A question that the service answers from what it has read counts, too.
    await ask('{ workspaces { nodes { id } } }');
    expect(before - (await day())).toBeGreaterThanOrEqual(facade.requests.length - sent);
  });
});
