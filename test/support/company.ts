/** The synthetic company behind a connector service, and what a test has to know of it to ask anything. */

import { buildCrmModel } from '../../src/contract/crm/model.ts';
import {
  type DemoService,
  type DemoServiceOptions,
  startDemoService,
} from '../../src/demo/service.ts';
import type { SyntheticBackend } from '../../src/demo/synthetic-backend.ts';
import { openSynthetic } from './synthetic.ts';

/** Ids and bounds that exist in the small company. */
export interface Sample {
  readonly from: string;
  readonly to: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly callIds: readonly string[];
  readonly userIds: readonly string[];
  readonly managerId: string;
  readonly workspaceId: string;
  readonly scorecardIds: readonly string[];
  readonly folderId: string;
  /** By entity. */
  readonly recordIds: Readonly<Record<string, string>>;
  /** A word of that record's name. */
  readonly words: Readonly<Record<string, string>>;
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Caller {
  readonly service: DemoService;
  readonly backend: SyntheticBackend;
  /** Sends one execute call. */
  post(instance: string, entity: string, action: string, params?: object): Promise<Response>;
  /** Rows of a list on an instance with the older wrapper. */
  rows(instance: string, entity: string, params?: object): Promise<Rows>;
}

export const horizon = new Date('2026-10-15T12:00:00Z');
const model = buildCrmModel();

/** API name of the object a CRM entity reads. */
export function objectOf(entity: string): string {
  const object = model.objects.find((candidate) => candidate.entity.entity === entity);
  return object?.name ?? 'User';
}

/** Field that names a record of the entity to a person. */
export function nameFieldOf(entity: string): string {
  return model.object(objectOf(entity))?.nameField ?? 'Name';
}

export async function openCompany(options: Partial<DemoServiceOptions> = {}): Promise<Caller> {
  const backend = openSynthetic({ now: () => horizon });
  const service = await startDemoService({ backend, ...options });
  const post = (instance: string, entity: string, action: string, params?: object) =>
    fetch(`${service.url}/api/v1/connectors/instances/${instance}/execute`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ entity, action, params }),
    });
  return {
    service,
    backend,
    post,
    async rows(instance, entity, params) {
      const response = await post(instance, entity, 'list', params);
      const body = (await response.json()) as { result: Rows & { records?: Rows } };
      if (response.status !== 200) {
        throw new Error(`${entity} list: ${response.status} ${JSON.stringify(body)}`);
      }
      return body.result.records ?? body.result;
    },
  };
}

/** Looks up in the running company what the operations' parameters need. */
export async function sampleOf({ service, rows }: Caller): Promise<Sample> {
  const { callAnalytics: calls, crm } = service.instances;
  const text = (value: unknown): string => String(value);
  const to = horizon.toISOString();
  const from = new Date(horizon.getTime() - 90 * 86_400_000).toISOString();
  const users = await rows(calls, 'users');
  const workspaceId = text((await rows(calls, 'workspaces'))[0]?.id);
  const scorecards = await rows(calls, 'settings_scorecards');
  const folders = await rows(calls, 'library_folders', { workspaceId });
  const recent = await rows(calls, 'calls', { fromDateTime: from, toDateTime: to });
  const recordIds: Record<string, string> = {};
  const words: Record<string, string> = {};
  for (const { entity } of model.objects) {
    if (entity.entity === 'query') continue;
    // The bytes of the first files are missing or many; the others are plain.
    const name = nameFieldOf(entity.entity);
    const q = `SELECT Id, ${name} FROM ${objectOf(entity.entity)} ORDER BY Id LIMIT 5`;
    const record = (await rows(crm, entity.entity, { q })).at(-1);
    recordIds[entity.entity] = text(record?.Id);
    words[entity.entity] = /[A-Za-z0-9]{3,}/.exec(text(record?.[name]))?.[0] ?? '';
  }
  return {
    from,
    to,
    fromDate: from.slice(0, 10),
    toDate: to.slice(0, 10),
    callIds: recent.slice(0, 3).map((call) => text(call.id)),
    userIds: users.slice(0, 3).map((user) => text(user.id)),
    managerId: text(users.find((user) => user.managerId !== null)?.managerId),
    workspaceId,
    scorecardIds: scorecards.slice(0, 1).map((card) => text(card.scorecardId)),
    folderId: await fullFolder(rows, calls, folders),
    recordIds,
    words,
  };
}

/** Id of a folder that holds calls. */
async function fullFolder(rows: Caller['rows'], calls: string, folders: Rows): Promise<string> {
  for (const { id } of folders) {
    const content = await rows(calls, 'library_folder_content', { folderId: id });
    if (content.length > 0) return String(id);
  }
  throw new Error('Expected a library folder with calls');
}
