/** Changed records that the CRM announces: who may, and that the next answers show them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { type Running, start } from '../../src/main/start.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { Oracle, openTables, type RawTables } from '../support/row-access/oracle.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, type GraphAnswer, today } from '../support/world.ts';

const people = {
  esther: { level: 'own', person: 'esther.rousseau@lumenridge.example.net' },
  ada: { level: 'own', person: 'ada.rousseau@lumenridge.example.com' },
} as const;
type Client = keyof typeof people | 'everybody' | 'crm';
const keys: Readonly<Record<Client, ReturnType<typeof createKey>>> = {
  ...{ esther: createKey(), ada: createKey(), everybody: createKey(), crm: createKey() },
};

const directory = mkdtempSync(join(tmpdir(), 'switchboard-hint-'));
let tables: RawTables;
let service: DemoService;
let gateway: Running;
beforeAll(async () => {
  const backend = openSynthetic({ now: () => today, customSchema });
  service = await startDemoService({ backend, clock: () => today.getTime() });
  tables = await openTables(backend);
  gateway = await startGateway();
});
afterAll(async () => {
  await gateway.close();
  tables.db.close();
  await service.close();
  rmSync(directory, { recursive: true });
});

function startGateway(more: Record<string, string> = {}): Promise<Running> {
  const client = (name: Client, role: string) => ({
    ...{ name, sha256: keys[name].sha256, tenant: 'acme', roles: [role] },
    ...(name in people && { person: people[name as keyof typeof people].person }),
  });
  const roles = {
    rep: { permissions: [], rows: 'own' },
    analyst: ['explain'],
    announcer: ['announce-changes'],
  };
  const file = {
    tenants: { acme: {} },
    roles,
    keys: [
      ...[client('esther', 'rep'), client('ada', 'rep')],
      ...[client('everybody', 'analyst'), client('crm', 'announcer')],
    ],
  };
  const path = join(directory, 'access.json');
  writeFileSync(path, JSON.stringify(file));
  return start(
    loadConfig({
      ...{ ACCESS_FILE: path, CONNECTOR_BASE_URL: service.url, CONNECTOR_TOKEN: service.token },
      CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
      CRM_INSTANCE_ID: service.instances.crm,
      ...{ PORT: '0', DATA_DIR: directory, INDEX: 'off', LOG_LEVEL: 'silent' },
      ...more,
    }),
  );
}

const send = (
  { url }: Running,
  client: Client | null,
  body: string,
  init: RequestInit = { method: 'POST' },
) =>
  fetch(new URL('/webhooks/crm', url), {
    ...{ ...init, ...(init.method === 'POST' && { body }) },
    headers: {
      'content-type': 'application/json',
      ...(client !== null && { authorization: `Bearer ${keys[client].text}` }),
      ...init.headers,
    },
  });

async function ask({ url }: Running, client: Client, query: string): Promise<GraphAnswer> {
  const before = service.calls().length;
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[client].text}` },
    body: JSON.stringify({ query }),
  });
  const answer = (await response.json()) as GraphAnswer;
  return { ...answer, calls: service.calls().slice(before) };
}

describe('a change that the CRM announces', () => {
  it('of a deal’s owner shows in the next answers of both people, and of who sees all', async () => {
    const before = new Oracle(tables);
    const [from, to] = [people.esther, people.ada].map(
      (viewer) => [...before.persons(viewer).crm][0]!,
    );
    const { Id: deal } = before
      .rows('Opportunity')
      .find(({ OwnerId, IsDeleted }) => OwnerId === from && IsDeleted !== 1)!;
    const list = '{ opportunities(first: 100) { totalCount nodes { upstreamId } } }';
    const byKey = `{ opportunity(by: { upstreamId: "${deal}" }) { owner { upstreamId } } }`;
    /** The people's lists as the tables have them; the number of calls they took. */
    const expectTruth = async (): Promise<number> => {
      const current = new Oracle(tables);
      let calls = 0;
      for (const name of ['esther', 'ada'] as const) {
        const answer = await ask(gateway, name, list);
        const { sees } = current.visible(people[name]);
        const rows = current.rows('Opportunity').filter(({ IsDeleted }) => IsDeleted !== 1);
        const visible = rows.filter(({ Id }) => sees('Opportunity', Id)).map(({ Id }) => Id);
        const { totalCount, nodes } = answer.data.opportunities;
        expect(totalCount, name).toBe(visible.length);
        expect(nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId).sort()).toEqual(
          visible.sort(),
        );
        calls += answer.calls.length;
      }
      return calls;
    };
    const ownerOf = async () => (await ask(gateway, 'everybody', byKey)).data.opportunity.owner;
    await expectTruth();
    expect(await expectTruth()).toBe(0);
    expect(await ownerOf()).toEqual({ upstreamId: from });
    tables.db.prepare('UPDATE Opportunity SET OwnerId = ? WHERE Id = ?').run(to!, deal);
    tables.db.prepare('DELETE FROM OpportunityTeamMember WHERE OpportunityId = ?').run(deal);
    // Nothing has told the gateway yet.
    expect((await ask(gateway, 'ada', list)).calls).toEqual([]);
    const announced = await send(gateway, 'crm', JSON.stringify({ crmRecords: [deal] }));
    expect([announced.status, await announced.json()]).toEqual([200, { accepted: 1 }]);
    expect(await expectTruth()).toBeGreaterThan(0);
    expect(await ownerOf()).toEqual({ upstreamId: to });
  });

  it('of a team, whose rows are read by statements alone, shows as well', async () => {
    const before = new Oracle(tables);
    const { sees, persons } = before.visible(people.ada);
    const account = before
      .rows('Account')
      .find(({ Id, IsDeleted }) => IsDeleted !== 1 && !sees('Account', Id))!.Id;
    const member = before.rows('AccountTeamMember')[0]!;
    const byKey = `{ account(by: { upstreamId: "${account}" }) { upstreamId } }`;
    expect((await ask(gateway, 'ada', byKey)).data.account).toBeNull();
    tables.db
      .prepare('UPDATE AccountTeamMember SET AccountId = ?, UserId = ? WHERE Id = ?')
      .run(account, [...persons.crm][0]!, member.Id);
    // As a Flow sends it: with fifteen characters, and twice.
    const crmRecords = [member.Id, member.Id.slice(0, 15)];
    const announced = await send(gateway, 'crm', JSON.stringify({ crmRecords }));
    expect([announced.status, await announced.json()]).toEqual([200, { accepted: 1 }]);
    expect((await ask(gateway, 'ada', byKey)).data.account).toEqual({ upstreamId: account });
  });

  it.runIf(hasRedis)('reaches other gateways through Redis', async () => {
    const redis = await startRedis({ port: true });
    onTestFinished(() => redis.close());
    const gateways: Running[] = [];
    onTestFinished(async () => void (await Promise.all(gateways.map((each) => each.close()))));
    for (const name of ['first', 'second'])
      gateways.push(await startGateway({ REDIS_URL: redis.url, DATA_DIR: join(directory, name) }));
    const [told, other] = gateways as [Running, Running];
    const { Id: account, Site: site } = new Oracle(tables)
      .rows('Account')
      .find(({ IsDeleted }) => IsDeleted !== 1)!;
    const byKey = `{ account(by: { upstreamId: "${account}" }) { site } }`;
    for (const each of gateways)
      expect((await ask(each, 'everybody', byKey)).data.account).toEqual({ site });
    tables.db.prepare('UPDATE Account SET Site = ? WHERE Id = ?').run('Moved', account);
    expect((await ask(other, 'everybody', byKey)).data.account).toEqual({ site });
    const announced = await send(told, 'crm', JSON.stringify({ crmRecords: [account] }));
    expect(announced.status).toBe(200);
    const moved = { account: { site: 'Moved' } };
    expect((await ask(told, 'everybody', byKey)).data).toEqual(moved);
    await expect.poll(async () => (await ask(other, 'everybody', byKey)).data).toEqual(moved);
  });

  it('is taken from a client with the right to it, and in its form alone', async () => {
    const good = JSON.stringify({ crmRecords: ['006000000000001'] });
    const post = { method: 'POST' };
    const refused: [Client | null, string, RequestInit, number, string][] = [
      [null, good, post, 401, 'UNAUTHENTICATED'],
      ['everybody', good, post, 403, 'announce-changes'],
      ['crm', good, { method: 'GET' }, 405, 'Expected POST'],
      ['crm', good, { ...post, headers: { 'content-type': 'text/plain' } }, 415, 'json'],
      ['crm', 'no json', post, 400, 'crmRecords'],
      ['crm', '[]', post, 400, 'got something else'],
      ['crm', '{"crmRecords":[]}', post, 400, '1 to 2000 ids of 15 or 18 characters; got 0'],
      ['crm', '{"crmRecords":["x"]}', post, 400, 'got \\"x\\"'],
      ['crm', '{"crmRecords":[6]}', post, 400, 'got 6'],
      [
        'crm',
        JSON.stringify({ crmRecords: Array(2_001).fill('006000000000001') }),
        post,
        400,
        '2001',
      ],
      ['crm', `{"crmRecords":["${'x'.repeat(2 ** 17)}"]}`, post, 413, 'bytes'],
    ];
    for (const [client, body, init, status, text] of refused) {
      const response = await send(gateway, client, body, init);
      expect([response.status, await response.text()], text).toEqual([
        status,
        expect.stringContaining(text),
      ]);
    }
    expect((await send(gateway, 'crm', good)).status).toBe(200);
  });
});
