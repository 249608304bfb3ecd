/** SOSL engine of the synthetic CRM: search statement to records, most relevant first. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isGrouped, isWide } from '../../soql/analysis.ts';
import type { Query } from '../../soql/query.ts';
import { parseSearch, type SearchScope } from '../../soql/sosl.ts';
import { maxSearchRows, maxWideRows } from '../../soql/statement-limit.ts';
import { checkJoins } from '../soql/compile.ts';
import type { SoqlEngine } from '../soql/engine.ts';
import { planRows } from '../soql/row-plan.ts';
import { requireObject } from '../soql/scope.ts';
import { raw, sql } from '../soql/sql.ts';
import { StatementError, toBackendError } from '../soql/statement-error.ts';
import { rowidRange } from './full-text-index.ts';
import { malformedSearch, termExpression } from './term.ts';

/** Columns of the index by search scope. */
const columns: Readonly<Record<SearchScope, string>> = {
  ALL: 'name email phone other',
  NAME: 'name',
  EMAIL: 'email',
  PHONE: 'phone',
  SIDEBAR: 'name email phone',
};

/** Weights of name, email, phone, other: a name counts for more than a mention. */
const weights = '10.0, 5.0, 5.0, 1.0';

export class SoslEngine {
  readonly #soql: SoqlEngine;

  /** @param soql over a database with an index made by createSearchIndex. */
  constructor(soql: SoqlEngine) {
    this.#soql = soql;
  }

  /**
   * All records the search finds, object by object in the order of RETURNING.
   * @throws BackendError 400 with MALFORMED_SEARCH, INVALID_FIELD, INVALID_TYPE and the like.
   */
  search(statement: string): readonly Row[] {
    try {
      return this.#search(statement);
    } catch (error) {
      const mentions = () => parseSearch(statement).mentions;
      throw toBackendError(error, statement, mentions, 'MALFORMED_SEARCH');
    }
  }

  #search(statement: string): Row[] {
    const { find, isPhrase, scope = 'ALL', returning, limit } = parseSearch(statement).search;
    const text = isPhrase ? `"${find.replaceAll('"', ' ')}"` : find;
    const match = `{${columns[scope]}} : (${termExpression(this.#soql.database, text)})`;
    const most = Math.min(limit ?? maxSearchRows, maxSearchRows);
    const { model } = this.#soql;
    const searchable = model.objects.filter(
      ({ name, searchable }) => searchable && model.object(name) !== undefined,
    );
    const everything = searchable.map(({ name }): Query => ({ object: name, select: ['Id'] }));
    const records: Row[] = [];
    for (const query of returning.length > 0 ? returning : everything) {
      if (records.length >= most) break;
      records.push(...this.#find(query, match, most - records.length));
    }
    return records;
  }

  /** Records of one object; without an ORDER BY the most relevant first. */
  #find(query: Query, match: string, most: number): readonly Row[] {
    const object = requireObject(this.#soql.model, query.object);
    if (isGrouped(query)) throw malformedSearch('A search can not group', query.object);
    checkJoins(query);
    const ranked = JSON.stringify(this.#ranked(object, match));
    const limit = Math.min(query.limit ?? (isWide(query) ? maxWideRows : most), most);
    const plan = planRows(this.#soql.context(), object, { ...query, limit });
    const from = sql`${plan.from} JOIN json_each(${ranked}) AS hit ON hit.value = ${raw(plan.alias)}._row`;
    return this.#soql.runner.first({ ...plan, from, order: plan.order ?? raw('hit.key') }).records;
  }

  /** Numbers of the object's rows that match, most relevant first. */
  #ranked(object: CrmObject, match: string): readonly number[] {
    const range = rowidRange(this.#soql.model, object);
    if (range === null) {
      const message = `entity type ${object.name} does not support search`;
      throw new StatementError('INVALID_TYPE', message, object.name);
    }
    const { base, end } = range;
    const statement = sql`SELECT rowid - ${base} FROM crm_search WHERE crm_search MATCH ${match} AND rowid > ${base} AND rowid < ${end} ORDER BY bm25(crm_search, ${raw(weights)}), rowid`;
    try {
      return Array.from(this.#soql.database.numbers(statement));
    } catch (error) {
      if (!(error instanceof Error && 'errcode' in error)) throw error;
      // Nothing else of the statement depends on the search text.
      throw malformedSearch(`the search text is malformed: ${error.message}`);
    }
  }
}
