/** Reading operations of the CRM over the synthetic tables: list and query by SOQL, search by SOSL, get by id. */

import type { DatabaseSync } from 'node:sqlite';
import { type BackendAnswer, crmError } from '../../connector-service/backend.ts';
import type { CrmModel } from '../../contract/crm/model.ts';
import { createLru } from '../../lru.ts';
import type { DemoOperation } from '../demo-backend.ts';
import type { QueriedRows } from '../soql/compile.ts';
import { SoqlEngine, type SoqlOptions } from '../soql/engine.ts';
import { SoslEngine } from '../sosl/ranked-search.ts';
import { definitionPage } from './field-definition.ts';
import { modelWithout } from './hidden-model.ts';

/**
 * Answers list, get and search of the CRM; downloads are another's.
 * @throws BackendError as the CRM refuses.
 */
type CrmRead = (operation: DemoOperation) => BackendAnswer;

/**
 * @param db tables made by createCrmTables and an index made by createSearchIndex, for this model.
 */
export function crmRead(db: DatabaseSync, model: CrmModel, options: SoqlOptions): CrmRead {
  const enginesOf = engines(new SoqlEngine(db, model, options));
  const objects = new Map(
    model.objects
      .filter(({ entity }) => entity.entity !== 'query')
      .map((object) => [object.entity.entity, object.name]),
  );
  return ({ entity, action, params, page, hidden = [] }) => {
    const { soql, sosl } = enginesOf(hidden);
    switch (action) {
      case 'list': {
        const fields = page === null ? definitionPage(soql.model, text(params.q), hidden) : null;
        return {
          kind: 'soql-page',
          ...(fields ?? soql.query(text(params.q), page, queriedRows(params.rows))),
        };
      }
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
function queriedRows(value: unknown): QueriedRows {
  return value === 'unarchived' || value === 'all' ? value : 'live';
}

interface Engines {
  readonly soql: SoqlEngine;
  readonly sosl: SoslEngine;
}

/** Engines by what they hide. */
function engines(unrestricted: SoqlEngine): (hidden: readonly string[]) => Engines {
  const cache = createLru<string, Engines>(50);
  return (hidden) => {
    const key = [...hidden].sort().join();
    let restricted = cache.get(key);
    if (restricted === undefined) {
      const soql =
        hidden.length === 0
          ? unrestricted
          : unrestricted.within(modelWithout(unrestricted.model, hidden));
      restricted = { soql, sosl: new SoslEngine(soql) };
      cache.set(key, restricted);
    }
    return restricted;
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
