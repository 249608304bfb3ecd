/** All operations of the two interfaces over the second server, through the connector service of own accounts. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { AccountService } from '../../src/connector-service/service.ts';
import { accountOptions } from '../../src/main/connector-service.ts';
import { startOwnAccounts } from '../../src/main/own-account-service.ts';
import { operations } from '../support/operation.ts';
import { day, type LiveServer, startLiveServer } from './server/live-server.ts';
import type { Row } from './server/platform-row.ts';

let server: LiveServer;
let service: AccountService;
const folder = mkdtempSync(join(tmpdir(), 'live-'));

beforeAll(async () => {
  server = await startLiveServer();
  const config = loadConfig({ ...server.settings, DATA_DIR: folder });
  if (config.connector.kind !== 'vendor') throw new Error('Expected own accounts');
  service = await startOwnAccounts(accountOptions(config.environment, config.connector));
});
afterAll(async () => {
  await service.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

async function execute(system: string, body: object): Promise<Response> {
  const { callAnalytics, crm } = service.instances;
  const id = system === 'crm' ? crm : callAnalytics;
  return fetch(new URL(`/api/v1/connectors/instances/${id}/execute`, service.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Parameters and what the answer has: rows, or a member of the row with its value. */
function callCases(): Readonly<Record<string, readonly [params: Row, expected: unknown]>> {
  const { company } = server;
  const [call] = company.calls;
  const { id } = call.metaData;
  const range = { fromDateTime: day(server, -60), toDateTime: day(server, 1) };
  const dates = { fromDate: day(server, -10).slice(0, 10), toDate: day(server, -1).slice(0, 10) };
  const media = { filter: { callIds: [id] }, contentSelector: { exposedFields: { media: true } } };
  return {
    'users list': [{}, 5],
    'users get': [{ id: company.users[1].id }, company.users[1]],
    'calls list': [range, 100],
    'calls get': [{ id }, call.metaData],
    'calls_extensive list': [{ filter: range }, 100],
    'call_audio download': [media, 'sound of a call'],
    'call_video download': [media, 'sound of a call'],
    'workspaces list': [{}, 2],
    'call_transcripts list': [{ filter: { callIds: [id] } }, 1],
    'stats_activity_aggregate list': [{ filter: dates }, 5],
    'stats_activity_day_by_day list': [{ filter: dates }, 5],
    'stats_interaction list': [{ filter: dates }, 3],
    'settings_scorecards list': [{}, 2],
    'settings_trackers list': [{}, 2],
    'library_folders list': [{ workspaceId: company.workspaces[0]?.id }, 1],
    'library_folder_content list': [{ folderId: company.folders[0].id }, 3],
    'coaching list': [
      {
        ...{ 'workspace-id': company.workspaces[0]?.id, 'manager-id': company.users[0].id },
        ...{ from: day(server, -30), to: day(server, 0) },
      },
      5,
    ],
    'stats_activity_scorecards list': [
      { filter: { callIds: company.reviews.map(({ callId }) => callId) } },
      company.reviews.length,
    ],
  };
}

const objects: Readonly<Record<string, string>> = {
  ...{ accounts: 'Account', contacts: 'Contact', leads: 'Lead', opportunities: 'Opportunity' },
  ...{ tasks: 'Task', events: 'Event', campaigns: 'Campaign', cases: 'Case', notes: 'Note' },
  ...{ content_versions: 'ContentVersion', attachments: 'Attachment', query: 'Account' },
};

it('answers each of the 52 with the rows that the vendors have', async () => {
  const ofCalls = callCases();
  for (const { entity, action } of operations) {
    const name = `${entity.entity} ${action}`;
    const object = objects[entity.entity];
    const records = object === undefined ? [] : (server.tables[object] ?? []);
    const id = String(records[0]?.Id);
    const fields =
      object === 'Note' || object === 'ContentVersion' ? 'Id, Title' : 'Id, CreatedDate';
    const ofCrm: Readonly<Record<string, readonly [Row, unknown]>> = {
      list: [{ q: `SELECT ${fields} FROM ${object}` }, records.length],
      get: [{ id }, { Id: id }],
      search: [{ q: `FIND {n*} IN ALL FIELDS RETURNING ${object}(Id LIMIT 5)` }, null],
      download: [{ id }, 'Offer of today\n'],
    };
    const [params, expected] = (object === undefined ? ofCalls[name] : ofCrm[action]) ?? [];
    expect(params, name).toBeDefined();
    const response = await execute(entity.system, { entity: entity.entity, action, params });
    const text = await response.text();
    expect([name, response.status, text]).toEqual([name, 200, expect.any(String)]);
    if (action === 'download') {
      expect([name, text]).toEqual([name, expected]);
      continue;
    }
    const { result } = JSON.parse(text) as { result: Row };
    if (action === 'get') expect(result, name).toMatchObject(expected as object);
    else if (typeof expected === 'number')
      expect([name, (result.records ?? result).length]).toEqual([name, expected]);
    else expect(result.searchRecords, name).toEqual(expect.any(Array));
  }
  expect(operations).toHaveLength(52);
  expect(server.faults).toEqual([]);
  expect(server.refusals).toEqual([]);
});

it('reads ids that come as integers beyond what a number holds digit for digit', async () => {
  const ids = server.company.reviews.map(({ answeredScorecardId }) => answeredScorecardId);
  const params = { filter: { fromDateTime: day(server, -80), toDateTime: day(server, 1) } };
  const body = { entity: 'stats_activity_scorecards', action: 'list', params };
  const { result } = (await (await execute('call-analytics', body)).json()) as { result: Row[] };
  expect(result.map(({ answeredScorecardId }) => answeredScorecardId).toSorted()).toEqual(
    ids.toSorted(),
  );
  const callIds = new Set(server.company.calls.map(({ metaData }) => metaData.id));
  expect(result.every(({ callId }) => callIds.has(callId))).toBe(true);
});
