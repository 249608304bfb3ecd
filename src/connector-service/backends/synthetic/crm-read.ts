/** Reading operations of the CRM over the synthetic tables: list and query by SOQL, search by SOSL, get by id. */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel } from '../../../contract/crm/model.ts';
import { type BackendAnswer, type BackendOperation, crmError } from '../../backend.ts';
import type { RowScope } from './soql/compile.ts';
import { SoqlEngine, type SoqlOptions } from './soql/engine.ts';
import { SoslEngine } from './sosl/ranked-search.ts';

/**
 * Answers list, get and search of the CRM; downloads are another's.
 * @throws BackendError as the CRM refuses.
 */
type CrmRead = (operation: BackendOperation) => BackendAnswer;

/**
 * @param db tables made by createCrmTables and an index made by createSearchIndex, for this model.
 */
export function crmRead(db: DatabaseSync, model: CrmModel, options: SoqlOptions): CrmRead {
  const soql = new SoqlEngine(db, model, options);
  const sosl = new SoslEngine(soql);
  const objects = new Map(
    model.objects
      .filter(({ entity }) => entity.entity !== 'query')
      .map((object) => [object.entity.entity, object.name]),
  );
  return ({ entity, action, params, page }) => {
    switch (action) {
      case 'list':
        return { kind: 'soql-page', ...soql.query(text(params.q), page, rowScope(params.rows)) };
      case 'search':
        return { kind: 'hits', records: sosl.search(text(params.q)) };
      case 'get': {
        const object = objects.get(entity);
        if (object === undefined) break;
        const fields = text(params.fields)
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '');
        const row = soql.get(object, text(params.id), fields.length > 0 ? fields : null);
        return { kind: 'row', row };
      }
    }
    throw crmError(404, 'NOT_FOUND', `The requested resource does not exist: ${entity} ${action}`);
  };
}

/** The façade alone names one: it is no parameter of the connector service. */
function rowScope(value: unknown): RowScope {
  return value === 'unarchived' || value === 'all' ? value : 'live';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
