/** Resources of the CRM's API that are read: statements, searches, records, descriptions, limits. */

import { type BackendError, crmError } from '../../connector-service/backend.ts';
import { buildCrmModel, type CrmModel } from '../../contract/crm/model.ts';
import { entitiesOf } from '../../contract/entity-catalogue.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { modelWithout } from '../crm/hidden-model.ts';
import type { DemoBackend } from '../demo-backend.ts';
import type { Rights } from './account-right.ts';
import { crmReader, expect } from './company-read.ts';
import { describeGlobal, describeObject, picklistsOf } from './crm-describe.ts';
import { type BatchOptions, crmQueries } from './crm-query.ts';
import { explanationOf, limitsOf, resourcesOf, settingsBody } from './organisation.ts';

/** The company's backend; without a model of its own it has the standard objects. */
export type DescribedBackend = DemoBackend & { readonly model?: CrmModel };

export interface Asked extends BatchOptions {
  /** Calls of the day so far. */
  readonly used: number;
}

/** The JSON body of one resource; null for a method that none has. @throws BackendError */
export type ReadResource = (
  target: string | null,
  params: URLSearchParams,
  context: Asked,
) => Promise<unknown>;

interface ResourceOptions {
  readonly backend: DescribedBackend;
  readonly rights: Rights;
  readonly perDay: number;
}

export function crmResource({ backend, rights, perDay }: ResourceOptions): ReadResource {
  const { model = buildCrmModel() } = backend;
  const objects = facadeObjects();
  // Published: an object or a field that the user may not read is one that does not exist; and this one is among the
  // fields of an organisation with several currencies alone.
  const lacking =
    model.object('CurrencyType') === undefined ? ['Organization.DefaultCurrencyIsoCode'] : [];
  const execute = crmReader(backend, () => [...rights.missing(), ...lacking]);
  const queries = crmQueries(execute);

  /** The company's own custom objects and fields, too. */
  const describe = async (name: string, version: string): Promise<Row> => {
    const visible = modelWithout(model, rights.missing());
    const readable = visible.objects.filter((object) => rights.has(object.name));
    if (name === '') return describeGlobal(readable, version);
    const object = visible.object(name);
    if (object === undefined) throw notFound();
    return describeObject(object, readable, visible, await recordTypesOf(object.name), version);
  };

  const recordTypesOf = async (name: string): Promise<readonly Row[]> => {
    const q = `SELECT Id, Name, DeveloperName, IsActive FROM RecordType WHERE SobjectType = '${name}' ORDER BY Id`;
    return expect('soql-page', await crmReader(backend)('query', { q })).records;
  };

  const picklists = async (name: string, id: string, version: string): Promise<Row> => {
    const object = modelWithout(model, rights.missing()).object(name);
    const answer = object && picklistsOf(object, await recordTypesOf(object.name), id, version);
    if (!answer) throw notFound();
    return answer;
  };

  const descriptionAt = (target: string, version: string): Promise<Row> | null => {
    const described = /^sobjects(?:\/|\/(\w+)\/describe)?$/.exec(target);
    if (described !== null) return describe(described[1] ?? '', version);
    const [, object, recordType] =
      /^ui-api\/object-info\/(\w+)\/picklist-values\/(\w+)$/.exec(target) ?? [];
    return object === undefined || recordType === undefined
      ? null
      : picklists(object, recordType, version);
  };

  /** Published: a statement that would be refused is refused here, too. */
  const explain = async (q: string): Promise<Row> => {
    const { totalSize } = expect('soql-page', await execute('query', { q }));
    const [, object = ''] = /\bFROM\s+(\w+)/i.exec(q) ?? [];
    return explanationOf(object, totalSize);
  };

  return async (target, params, context) => {
    if (target === null) throw notFound();
    const [kind, first = '', second = ''] = target.split('/');
    const q = params.get('q') ?? '';
    if (kind === '') return resourcesOf(context.version);
    if (target === 'connect/organization') return settingsBody(crmReader(backend), model);
    if (kind === 'limits') return limitsOf(perDay, context.used);
    const explained = params.get('explain');
    if (kind === 'query' && explained !== null) return explain(explained);
    if (kind === 'query' || kind === 'queryAll')
      return first === '' ? queries.first(q, kind, context) : queries.next(first, context);
    if (kind === 'search') {
      // Recorded: an object with searchRecords.
      const hits = expect('hits', await execute('accounts', { q }, null, 'search'));
      return { searchRecords: hits.records };
    }
    const description = descriptionAt(target, context.version);
    if (description !== null) return description;
    const entity = kind === 'sobjects' ? entityOf(objects, first) : null;
    if (entity === null || !rights.has(first)) throw notFound();
    const fields = params.get('fields');
    const recordParams = { id: second, ...(fields === null ? {} : { fields }) };
    return expect('row', await execute(entity, recordParams, null, 'get')).row;
  };
}

/** Entities of the CRM's objects by the object's name. */
export function facadeObjects(): ReadonlyMap<string, string> {
  const { objects } = buildCrmModel();
  return new Map(
    objects.flatMap(({ name, entity }) =>
      entity.entity === 'query' ? [] : [[name, entity.entity] as const],
    ),
  );
}

export function notFound(): BackendError {
  return crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
}

export function entityOf(objects: ReadonlyMap<string, string>, object: string): string | null {
  const entity = objects.get(object);
  const isReadable = entitiesOf('crm').some(
    (spec) => spec.entity === entity && 'get' in spec.operations,
  );
  return isReadable && entity !== undefined ? entity : null;
}
