/** The CRM's operations: SOQL and records by the engine, files from their store. */

import type { DatabaseSync } from 'node:sqlite';
import { normalizeCrmId } from '../../../records/crm/id.ts';
import type { CrmModel } from '../../../records/crm/model.ts';
import { type BackendAnswer, crmError, type Operation } from '../../backend.ts';
import { openFile } from '../file/stored.ts';
import { textOf } from '../param.ts';
import { SoqlEngine } from '../soql/engine.ts';

/** @returns what runs CRM operations on this database. */
export function crmExecutor(
  db: DatabaseSync,
  model: CrmModel,
  now: () => Date,
): (operation: Operation) => BackendAnswer {
  const soql = new SoqlEngine(db, model, { now });
  const objects = new Map(model.objects.map((object) => [object.entity.entity, object.name]));
  objects.delete('query');
  return ({ entity, action, params, page }) => {
    const object = objects.get(entity);
    switch (action) {
      case 'list':
        return { kind: 'soql-page', ...soql.query(textOf(params, 'q') ?? '', page) };
      case 'get':
        return {
          kind: 'row',
          row: soql.get(nameOf(object, entity), textOf(params, 'id') ?? '', fieldsOf(params)),
        };
      case 'search':
        throw crmError(400, 'INVALID_SEARCH', 'Search is not available');
      case 'download':
        return download(db, nameOf(object, entity), textOf(params, 'id') ?? '');
    }
  };
}

function nameOf(object: string | undefined, entity: string): string {
  if (object === undefined) throw crmError(404, 'NOT_FOUND', `${entity} has no records of its own`);
  return object;
}

/** `Id, Name` as a list; null for all fields. */
function fieldsOf(params: Readonly<Record<string, unknown>>): readonly string[] | null {
  const names = (textOf(params, 'fields') ?? '').split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  return given.length === 0 ? null : given;
}

/** @throws BackendError 400 MALFORMED_ID, 404 NOT_FOUND for an id that names no file of this kind. */
function download(db: DatabaseSync, object: string, id: string): BackendAnswer {
  const normal = normalizeCrmId(id);
  if (normal === null) throw crmError(400, 'MALFORMED_ID', `malformed id ${id}`);
  const there = db.prepare(`SELECT 1 FROM "${object}" WHERE Id = ?`).get(normal);
  const file = there ? openFile(db, normal) : null;
  if (!file) throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return file;
}
