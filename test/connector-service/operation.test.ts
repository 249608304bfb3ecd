import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationSpec, ParamSpec } from '../../src/contract/entity-spec.ts';
import {
  type Caller,
  nameFieldOf,
  objectOf,
  openCompany,
  type Rows,
  type Sample,
  sampleOf,
} from '../support/company.ts';
import { type CatalogueOperation, operations } from '../support/operation.ts';

let company: Caller;
let sample: Sample;
/** Instance ids by system and wrapper. */
const instances = new Map<string, string>();

beforeAll(async () => {
  company = await openCompany();
  const { service } = company;
  instances.set('call-analytics older', service.instances.callAnalytics);
  instances.set('crm older', service.instances.crm);
  const forms = {
    'call-analytics': { access_token: 'x' },
    crm: { refresh_token: 'x', client_id: 'x', client_secret: 'x' },
  };
  for (const [system, auth_config] of Object.entries(forms)) {
    const response = await fetch(`${service.url}/api/v1/connectors/instances`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        connector_definition_id: system,
        auth_config,
        name: 'newer',
        configuration: { wrapper: 'newer' },
      }),
    });
    instances.set(`${system} newer`, ((await response.json()) as { id: string }).id);
  }
  sample = await sampleOf(company);
});
afterAll(() => company.service.close());

/** A value for every documented parameter, from what the company holds. */
function paramsOf({ entity, action, operation }: CatalogueOperation): Record<string, unknown> {
  if (entity.system === 'crm') return crmParams(entity.entity, action);
  return Object.fromEntries(
    Object.entries(operation.params)
      .filter(([name]) => name !== 'cursor')
      .map(([name, spec]) => [name, sampleValue(name, spec, operation)]),
  );
}

function crmParams(entity: string, action: string): Record<string, unknown> {
  const object = objectOf(entity);
  const name = nameFieldOf(entity);
  switch (action) {
    case 'list':
      return { q: `SELECT Id, ${name} FROM ${object} ORDER BY Id LIMIT 5` };
    case 'search':
      return {
        q: `FIND {${sample.words[entity]}} IN ALL FIELDS RETURNING ${object}(Id, ${name}) LIMIT 5`,
      };
    case 'get':
      return { id: sample.recordIds[entity], fields: `Id,${name}` };
    default:
      return { id: sample.recordIds[entity], range_header: 'bytes=0-9' };
  }
}

function sampleValue(name: string, spec: ParamSpec, operation: OperationSpec): unknown {
  if (spec.type === 'boolean') return true;
  if (spec.type === 'object') {
    const members = Object.entries(spec.fields ?? {});
    return Object.fromEntries(members.map(([n, inner]) => [n, sampleValue(n, inner, operation)]));
  }
  const known: Readonly<Record<string, unknown>> = {
    fromDateTime: sample.from,
    toDateTime: sample.to,
    fromDate: sample.fromDate,
    toDate: sample.toDate,
    from: sample.from,
    to: sample.to,
    callIds: operation.answer === 'bytes' ? sample.callIds.slice(0, 1) : sample.callIds,
    userIds: sample.userIds,
    workspaceId: sample.workspaceId,
    'workspace-id': sample.workspaceId,
    'manager-id': sample.managerId,
    folderId: sample.folderId,
    range_header: 'bytes=0-9',
    context: 'Extended',
    contextTiming: ['Now', 'TimeOfCall'],
    scorecardIds: sample.scorecardIds,
    reviewedUserIds: sample.userIds,
    reviewerUserIds: sample.userIds,
    id: undefined,
  };
  if (!(name in known)) throw new Error(`No sample for the parameter ${name}`);
  return known[name];
}

/** Filters that, all at once, may leave nothing; each is tried by itself as well. */
const ids: Readonly<Record<string, () => string | undefined>> = {
  users: () => sample.userIds[0],
  calls: () => sample.callIds[0],
};

async function send(
  { entity, action }: CatalogueOperation,
  wrapper: string,
  params: object | undefined,
): Promise<Response> {
  const instance = instances.get(`${entity.system} ${wrapper}`) ?? '';
  return company.post(instance, entity.entity, action, params);
}

const table = operations.map(
  (operation) => [`${operation.entity.entity} ${operation.action}`, operation] as const,
);

it('has 52 operations to walk', () => expect(operations).toHaveLength(52));

describe.each(['older', 'newer'])('on the %s wrapper', (wrapper) => {
  it.each(table)('%s answers', async (_name, operation) => {
    const params = paramsOf(operation);
    if (operation.action === 'get') params.id ??= ids[operation.entity.entity]?.();
    if (operation.entity.entity === 'stats_activity_scorecards') {
      params.filter = { fromDateTime: sample.from, toDateTime: sample.to };
    }
    const response = await send(operation, wrapper, params);
    if (operation.operation.answer === 'bytes') {
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toMatch(/^bytes 0-9\/\d+$/);
      expect((await response.arrayBuffer()).byteLength).toBe(10);
      return;
    }
    const body = (await response.json()) as Record<string, unknown>;
    expect({ status: response.status, message: body.message }).toEqual({ status: 200 });
    expect(Object.keys(body)).toEqual(
      wrapper === 'older'
        ? ['result', 'connector_metadata']
        : ['status', 'result', 'connector_metadata', 'execution_metadata'],
    );
    const rows = rowsOf(operation.operation, body.result);
    expect(rows.length).toBeGreaterThan(0);
    const key = operation.entity.key;
    for (const row of rows) if (key !== null) expect(typeof at(row, key)).toBe('string');
    expect(hasPage(body.connector_metadata)).toBe(
      operation.operation.answer === 'cursor-page' ||
        (operation.operation.answer === 'soql-page' && wrapper === 'newer'),
    );
  });
});

describe('a required parameter', () => {
  const required = table.flatMap(([name, operation]) =>
    requiredPaths(operation.operation.params, 'params').map(
      (path) => [name, path, operation] as const,
    ),
  );

  it.each(required)('of %s is asked for by name: %s', async (_name, path, operation) => {
    const params = paramsOf(operation);
    if (operation.action === 'get') params.id ??= ids[operation.entity.entity]?.();
    remove(params, path.split('.').slice(1));
    const response = await send(operation, 'older', params);
    expect(response.status).toBe(422);
    const { errors } = (await response.json()) as { errors: { field: string }[] };
    expect(errors.map((error) => error.field)).toEqual([path]);
  });
});

describe('every filter by itself', () => {
  const filters = table.flatMap(([name, operation]) =>
    Object.keys(operation.operation.params.filter?.fields ?? {})
      .filter(() => operation.action === 'list')
      .map((filter) => [name, filter, operation] as const),
  );

  it.each(filters)('%s by %s', async (name, filter, operation) => {
    const spec = operation.operation.params.filter?.fields?.[filter] ?? { type: 'string' };
    const value = sampleValue(filter, spec, operation.operation);
    // Statistics need both their dates, whatever else is asked.
    const dates = name.startsWith('stats_') && !name.includes('scorecards');
    const base = dates ? { fromDate: sample.fromDate, toDate: sample.toDate } : {};
    const response = await send(operation, 'older', { filter: { ...base, [filter]: value } });
    const body = (await response.json()) as { result: Rows; message?: string };
    expect({ status: response.status, message: body.message }).toEqual({ status: 200 });
    const field = { callIds: 'callId', userIds: 'userId', scorecardIds: 'scorecardId' }[filter];
    if (field === undefined || !Array.isArray(value)) return;
    const path = name.startsWith('calls_extensive') ? 'metaData.id' : field;
    for (const row of body.result) expect(value).toContain(at(row, path));
  });
});

function rowsOf(operation: OperationSpec, result: unknown): Rows {
  if (operation.answer === 'row') return [result as Rows[number]];
  const { records, searchRecords } = result as { records?: Rows; searchRecords?: Rows };
  return records ?? searchRecords ?? (result as Rows);
}

function at(row: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => (inner as Rows[number])?.[name], row);
}

function hasPage(metadata: unknown): boolean {
  return metadata !== null && metadata !== undefined;
}

function requiredPaths(specs: Readonly<Record<string, ParamSpec>>, path: string): string[] {
  return Object.entries(specs).flatMap(([name, spec]) => [
    ...(spec.required ? [`${path}.${name}`] : []),
    ...requiredPaths(spec.fields ?? {}, `${path}.${name}`),
  ]);
}

function remove(from: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) delete from[name];
  else remove(from[name] as Record<string, unknown>, rest);
}
