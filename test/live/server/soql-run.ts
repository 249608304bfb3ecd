/** Runs the statements that the reader read, over tables of plain records, and refuses what the CRM is published to refuse. */

import type { Child } from './crm-schema.ts';
import { crmRefusal } from './refusal.ts';
import { groupsOf, isAggregate } from './soql-group.ts';
import { type Answered, type CrmRecord, type SoqlContext, SoqlScope } from './soql-scope.ts';
import { shownBy } from './soql-shown.ts';
import { joinsOf, matcherOf, pathsOf } from './soql-test.ts';
import type { Statement } from './soql-text.ts';
import { compareBy, keyOf, type Value } from './soql-value.ts';

/** Published: of these the CRM needs to know what they hang on. */
const anchored: Readonly<Record<string, RegExp>> = {
  ContentDocumentLink: /^(?:id|contentdocumentid|linkedentityid)$/i,
};

export class SoqlRun {
  readonly #context: SoqlContext;
  readonly #scope: SoqlScope;
  readonly #isChild: boolean;

  constructor(context: SoqlContext, statement: Statement, child: Child | null = null) {
    this.#context = context;
    this.#scope = new SoqlScope(context, statement, child);
    this.#isChild = child !== null;
  }

  /** Records as they are answered, all of them. @param of what else holds: of a child list, whose parent it is */
  records(of: (record: CrmRecord) => boolean = () => true): readonly Answered[] {
    this.#check();
    const found = this.#found(of);
    const { items, groupBy, limit, offset } = this.#scope.statement;
    const isGrouped =
      groupBy.length > 0 ||
      items.some((item) => 'expression' in item && isAggregate(item.expression));
    const end = limit === null ? undefined : offset + limit;
    if (isGrouped) return groupsOf(this.#scope, found).slice(offset, end);
    const shown = shownBy(this.#scope, (statement, child) => {
      const run = new SoqlRun(this.#context, statement, child);
      return (one) => run.records(one);
    });
    return this.#sorted(found).slice(offset, end).map(shown);
  }

  /** Of COUNT(): no records, and their number; null for any other statement. */
  count(): number | null {
    const [item] = this.#scope.statement.items;
    if (item === undefined || !('expression' in item) || !('call' in item.expression)) return null;
    const { call, of } = item.expression;
    if (call !== 'COUNT' || of !== null) return null;
    this.#check();
    return this.#found(() => true).length;
  }

  /** Values of the only field, for a semi-join. */
  keys(): ReadonlySet<Value> {
    const [item, ...others] = this.#scope.statement.items;
    if (item === undefined || !('expression' in item) || others.length > 0)
      throw crmRefusal(400, 'MALFORMED_QUERY', 'A semi join sub-select must select one field');
    const { read, type } = this.#scope.resolve(item.expression);
    if (type !== 'id' && type !== 'reference')
      throw crmRefusal(400, 'MALFORMED_QUERY', 'A semi join sub-select takes an ID field alone');
    return new Set(this.#found(() => true).map((record) => keyOf(read(record), 'id')));
  }

  #found(of: (record: CrmRecord) => boolean): readonly CrmRecord[] {
    const { tables, takesAll } = this.#context;
    const { where } = this.#scope.statement;
    const matches =
      where === null
        ? () => true
        : matcherOf(this.#scope, where, (select) => new SoqlRun(this.#context, select).keys());
    return (tables[this.#scope.shape.name] ?? []).filter(
      (record) =>
        (takesAll || (record.IsDeleted !== true && record.IsArchived !== true)) &&
        of(record) &&
        matches(record),
    );
  }

  #check(): void {
    const { where, offset, items, groupBy, limit } = this.#scope.statement;
    const { name } = this.#scope.shape;
    if (offset > 2000)
      throw crmRefusal(400, 'NUMBER_OUTSIDE_VALID_RANGE', 'Maximum SOQL offset allowed is 2000');
    const anchor = anchored[name];
    const isAnchored = where !== null && pathsOf(where).some((path) => anchor?.test(path));
    if (anchor !== undefined && !this.#isChild && !isAnchored)
      throw this.#scope.refuse(
        'MALFORMED_QUERY',
        `Implementation restriction: ${name} requires a filter by a single Id on ContentDocumentId or LinkedEntityId using the equals operator or multiple Id's using the IN operator.`,
      );
    const paths = items.flatMap((item) =>
      'expression' in item && 'path' in item.expression ? [item.expression.path.toLowerCase()] : [],
    );
    const twice = paths.find((path, at) => paths.indexOf(path) !== at);
    if (twice !== undefined && groupBy.length === 0)
      throw crmRefusal(400, 'INVALID_FIELD', `duplicate field selected: ${twice}`);
    if (items.some((item) => 'fields' in item) && (limit ?? 1_000) > 200)
      throw this.#scope.refuse(
        'MALFORMED_QUERY',
        'The SOQL FIELDS function must have a LIMIT of at most 200',
      );
    if (where !== null && joinsOf(where) > 2)
      throw this.#scope.refuse('MALFORMED_QUERY', 'maximum 2 semi join sub-selects are allowed');
  }

  #sorted(records: readonly CrmRecord[]): readonly CrmRecord[] {
    const orders = this.#scope.statement.orderBy.map((order) => ({
      ...order,
      ...this.#scope.filterable(order.by, 'sorted'),
    }));
    if (orders.length === 0) return records;
    return records.toSorted((left, right) =>
      orders.reduce(
        (sum, order) => sum || compareBy(order, order.type, order.read(left), order.read(right)),
        0,
      ),
    );
  }
}
