/** Groups of records, and what is measured of them. */

import { crmRefusal } from './refusal.ts';
import type { Answered, CrmRecord, SoqlScope } from './soql-scope.ts';
import { comparison } from './soql-test.ts';
import type { Expression, Test } from './soql-text.ts';
import { compareBy, compareKeys, keyOf, rangeOf, type Value } from './soql-value.ts';

const aggregates = /^(?:COUNT|COUNT_DISTINCT|SUM|AVG|MIN|MAX)$/;
const groupable = /^(?:id|reference|string|picklist|combobox|boolean|date|int|email|phone|url)$/;

type Members = readonly CrmRecord[];
type Column = (members: Members) => Value;

export const isAggregate = (expression: Expression): boolean =>
  'call' in expression && aggregates.test(expression.call);

export function groupsOf(scope: SoqlScope, records: Members): readonly Answered[] {
  const { groupBy, items, having, orderBy } = scope.statement;
  const keys = groupBy.map((by) => {
    const resolved = scope.resolve(by);
    if (groupable.test(resolved.type)) return resolved;
    const message = `field '${resolved.name}' can not be grouped in a query call`;
    throw crmRefusal(400, 'MALFORMED_QUERY', message);
  });
  const groups = Map.groupBy(records, (record) =>
    JSON.stringify(keys.map(({ read }) => read(record))),
  );
  if (groupBy.length === 0) groups.set('', [...records]);
  let unnamed = 0;
  const columns = items.map((item) => {
    if (!('expression' in item))
      throw scope.refuse('MALFORMED_QUERY', 'Grouped records have no lists');
    const { expression, alias } = item;
    const isField = 'path' in expression;
    const name = alias ?? (isField ? expression.path.split('.').at(-1)! : `expr${unnamed++}`);
    return [name, columnOf(scope, expression)] as const;
  });
  const orders = orderBy.map((order) => ({ order, column: columnOf(scope, order.by) }));
  const passes = having === null ? () => true : passesOf(scope, having);
  return [...groups.values()]
    .filter(passes)
    .toSorted((left, right) =>
      orders.reduce(
        (sum, { order, column }) => sum || compareBy(order, 'string', column(left), column(right)),
        0,
      ),
    )
    .map((members) => ({
      attributes: { type: 'AggregateResult' },
      ...Object.fromEntries(columns.map(([name, column]) => [name, column(members)])),
    }));
}

function columnOf(scope: SoqlScope, expression: Expression): Column {
  if ('call' in expression && isAggregate(expression)) return measureOf(scope, expression);
  const { read } = scope.resolve(expression);
  return ([first]) => (first === undefined ? null : read(first));
}

function passesOf(scope: SoqlScope, test: Test): (members: Members) => boolean {
  if ('all' in test) {
    const tests = test.all.map((one) => passesOf(scope, one));
    return (members) => tests.every((passes) => passes(members));
  }
  if (!('right' in test) || test.op === 'LIKE')
    throw scope.refuse('MALFORMED_QUERY', 'unexpected token in HAVING');
  const column = columnOf(scope, test.left);
  const passes = comparison(test.op, rangeOf(test.right, 'double', scope.context.now));
  return (members) => passes(column(members));
}

function measureOf(scope: SoqlScope, { call, of }: Extract<Expression, { call: string }>): Column {
  if (of === null) return (members) => members.length;
  const { read, type } = scope.filterable(of, 'aggregated');
  return (members) => {
    const values = members.map(read).filter((value) => value !== null);
    if (call === 'COUNT') return values.length;
    if (call === 'COUNT_DISTINCT') return new Set(values.map((one) => keyOf(one, type))).size;
    if (values.length === 0) return null;
    const sorted = values.toSorted((left, right) =>
      compareKeys(keyOf(left, type), keyOf(right, type)),
    );
    if (call === 'MIN') return sorted[0]!;
    if (call === 'MAX') return sorted.at(-1)!;
    const sum = values.map(Number).reduce((all, one) => all + one, 0);
    return call === 'SUM' ? sum : sum / values.length;
  };
}
