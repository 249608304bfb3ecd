/** SOSL for the synthetic CRM: search statements in, records out, most relevant first. */

import type { CrmObject } from '../../../../contract/crm/model.ts';
import type { Row } from '../../../../contract/wire/execute.ts';
import { isGrouped, isWide, maxWideRows } from '../../../../soql/analysis.ts';
import type { Query } from '../../../../soql/query.ts';
import { maxSearchRows, parseSearch, type SearchScope } from '../../../../soql/search.ts';
import { checkJoins } from '../soql/compile.ts';
import type { SoqlEngine } from '../soql/engine.ts';
import { allNumbers, planRows } from '../soql/row-plan.ts';
import { requireObject } from '../soql/scope.ts';
import { inList, raw, sql } from '../soql/sql.ts';
import { StatementError, toBackendError } from '../soql/statement-error.ts';
import { rowidRange } from './full-text-index.ts';
import { malformedSearch, termExpression } from './term.ts';

/** Columns of the index, by what a search is limited to. */
const columns: Readonly<Record<SearchScope, string>> = {
  ALL: 'name email phone other',
  NAME: 'name',
  EMAIL: 'email',
  PHONE: 'phone',
  SIDEBAR: 'name email phone',
};

/** A name counts for more than a mention: name, email, phone, other. */
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
    const records: Row[] = [];
    for (const wanted of returning.length > 0 ? returning : this.#everything()) {
      if (records.length >= most) break;
      records.push(...this.#find(wanted, match, most - records.length));
    }
    return records;
  }

  #everything(): Query[] {
    const searchable = this.#soql.model.objects.filter((object) => object.searchable);
    return searchable.map(({ name }) => ({ object: name, select: ['Id'] }));
  }

  #find(query: Query, match: string, most: number): Row[] {
    const object = requireObject(this.#soql.model, query.object);
    if (isGrouped(query)) throw malformedSearch('A search can not group', query.object);
    checkJoins(query);
    const limit = Math.min(query.limit ?? (isWide(query) ? maxWideRows : most), most);
    const ranked = this.#ranked(object, match);
    const numbers = this.#numbers(object, query, ranked);
    // Without an order of its own the search's counts; LIMIT and OFFSET count in either.
    const fits = new Set(numbers);
    const inOrder = query.orderBy === undefined ? ranked.filter((n) => fits.has(n)) : numbers;
    const offset = query.offset ?? 0;
    const shown: Query = { object: object.name, select: query.select, limit };
    const plan = planRows(this.#soql.context(), object, shown);
    return this.#soql.runner.byNumber(plan, inOrder.slice(offset, offset + limit));
  }

  /** Numbers of the object's rows that match, most relevant first. */
  #ranked(object: CrmObject, match: string): readonly number[] {
    const range = rowidRange(this.#soql.model, object);
    if (range === null) {
      throw new StatementError(
        'INVALID_TYPE',
        `entity type ${object.name} does not support search`,
        object.name,
      );
    }
    const { base, end } = range;
    const found = sql`SELECT rowid - ${base} FROM crm_search WHERE crm_search MATCH ${match} AND rowid > ${base} AND rowid < ${end} ORDER BY bm25(crm_search, ${raw(weights)}), rowid`;
    return Array.from(this.#soql.database.numbers(found));
  }

  /** Those of the rows that pass the statement's own condition, in its order. */
  #numbers(object: CrmObject, query: Query, ranked: readonly number[]): readonly number[] {
    const bare: Query = { ...query, select: [], limit: undefined, offset: undefined };
    const plan = planRows(this.#soql.context(), object, bare, (alias) => [
      sql`${raw(alias)}._row ${inList(ranked)}`,
    ]);
    return Array.from(this.#soql.database.numbers(allNumbers(plan)));
  }
}
