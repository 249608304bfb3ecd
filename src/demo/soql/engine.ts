/** SOQL engine of the synthetic CRM: statement to page of records, or to an error in the CRM's own form. */

import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { type Continuation, crmError } from '../../connector-service/backend.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isBareCount, isGrouped } from '../../soql/analysis.ts';
import { parseSoql } from '../../soql/parse.ts';
import type { Query } from '../../soql/query.ts';
import { quoted } from '../database/crm-table.ts';
import { type CompileContext, checkJoins, type QueriedRows } from './compile.ts';
import { planCount, planGroups } from './group.ts';
import { planRows } from './row-plan.ts';
import { type RecordPage, Runner } from './run.ts';
import { namer, requireObject } from './scope.ts';
import { CompanyDatabase, raw, sql } from './sql.ts';
import { invalidField, StatementError, toBackendError } from './statement-error.ts';

export interface SoqlOptions {
  readonly now: () => Date;
  /** Rows of a page where the statement has no LIMIT. Default 200. */
  readonly pageSize?: number;
}

/** Groups of one result; the CRM doesn't page through them either. */
const mostGroups = 2_000;

export class SoqlEngine {
  readonly model: CrmModel;
  readonly database: CompanyDatabase;
  readonly #db: DatabaseSync;
  readonly #options: SoqlOptions;
  readonly runner: Runner;
  readonly #parsed = new LRUCache<string, Query>({
    maxSize: 4_000_000,
    sizeCalculation: (_, statement) => statement.length,
  });

  /** @param db a connection to tables made by createCrmTables for the same model. */
  constructor(db: DatabaseSync, model: CrmModel, options: SoqlOptions, parent?: SoqlEngine) {
    this.#db = db;
    this.model = model;
    this.database = parent?.database ?? new CompanyDatabase(db);
    this.#options = options;
    this.runner = parent?.runner ?? new Runner(this.database, options.pageSize ?? 200);
  }

  /** The engine of a user who knows a part of the model; results under way go on in either. */
  within(model: CrmModel): SoqlEngine {
    return new SoqlEngine(this.#db, model, this.#options, this);
  }

  /**
   * A page of a query: the first, or with `page` (the `next` of an earlier answer) a later one, in
   * which case neither the statement nor `rows` is looked at.
   * @throws BackendError 400 with MALFORMED_QUERY, INVALID_FIELD, INVALID_TYPE,
   * INVALID_QUERY_LOCATOR and the like, with row and column where they are known.
   */
  query(
    statement: string,
    page: Continuation | null = null,
    rows: QueriedRows = 'live',
  ): RecordPage {
    try {
      return page ? this.runner.next(page) : this.#first(this.#parse(statement), rows);
    } catch (error) {
      throw toBackendError(error, statement, () => parseSoql(statement).mentions);
    }
  }

  /**
   * One record by its id, of 15 or 18 characters, with all its fields or those named.
   * @throws BackendError 404 NOT_FOUND or ENTITY_IS_DELETED, 400 MALFORMED_ID, INVALID_FIELD, INVALID_TYPE.
   */
  get(object: string, id: string, fields: readonly string[] | null = null): Row {
    const normal = normalizeCrmId(id);
    if (normal === null) throw crmError(400, 'MALFORMED_ID', `malformed id ${id}`);
    try {
      const target = requireObject(this.model, object);
      const names = fields ?? target.fields.map(({ name }) => name);
      this.#checkFields(target, names);
      const query = { object: target.name, select: [...new Set(['Id', ...names])] };
      const plan = planRows(this.context(), target, query, (alias) => [
        sql`${raw(alias)}."Id" = ${normal}`,
      ]);
      const record = this.runner.first(plan).records[0];
      if (record) return record;
      const deleted = sql`SELECT 1 FROM ${raw(quoted(target.name))} WHERE Id = ${normal}`;
      if (this.database.all(deleted).length > 0) {
        throw crmError(404, 'ENTITY_IS_DELETED', 'entity is deleted');
      }
      throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
    } catch (error) {
      throw toBackendError(error, '', () => []);
    }
  }

  /** Context of one compilation: the current time, and fresh table names. */
  context(rows: QueriedRows = 'live'): CompileContext {
    return { model: this.model, rows, now: this.#options.now(), newName: namer() };
  }

  #parse(statement: string): Query {
    const parsed = this.#parsed.get(statement);
    if (parsed) return parsed;
    const { query } = parseSoql(statement);
    checkJoins(query);
    this.#parsed.set(statement, query);
    return query;
  }

  #first(query: Query, rows: QueriedRows): RecordPage {
    const context = this.context(rows);
    const object = requireObject(this.model, query.object);
    if (query.select.some(isBareCount)) {
      const total = this.database.all(planCount(context, object, query))[0]?.[0];
      return { records: [], totalSize: Number(total), next: null };
    }
    if (!isGrouped(query)) return this.runner.first(planRows(context, object, query));
    const plan = planGroups(context, object, query);
    const groups = this.database.all(plan.sql);
    if (groups.length > mostGroups) {
      throw new StatementError(
        'EXCEEDED_ID_LIMIT',
        'Aggregate query does not support queryMore(), use LIMIT to restrict the results to a single batch',
      );
    }
    return { records: groups.map(plan.read), totalSize: groups.length, next: null };
  }

  #checkFields(object: CrmObject, names: readonly string[]): void {
    for (const name of names) {
      if (this.model.field(object.name, name)) continue;
      throw invalidField(`No such column '${name}' on sobject of type ${object.name}`);
    }
  }
}
