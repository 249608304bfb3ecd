/** Conditions of SOQL as tests of records. */

import type { CrmRecord, SoqlScope } from './soql-scope.ts';
import type { Statement, Test } from './soql-text.ts';
import { checkType, compareKeys, keyOf, likePattern, rangeOf, type Value } from './soql-value.ts';

type Matches = (record: CrmRecord) => boolean;
/** Values of a semi-join's field. */
export type KeysOf = (select: Statement) => ReadonlySet<Value>;

export function matcherOf(scope: SoqlScope, test: Test, keysOf: KeysOf): Matches {
  const of = (one: Test): Matches => matcherOf(scope, one, keysOf);
  if ('all' in test) {
    const matchers = test.all.map(of);
    return (record) => matchers.every((matches) => matches(record));
  }
  if ('any' in test) {
    if (test.any.some((one) => joinsOf(one) > 0))
      throw scope.refuse(
        'MALFORMED_QUERY',
        'Semi join sub-selects are not allowed with the OR operator',
      );
    const matchers = test.any.map(of);
    return (record) => matchers.some((matches) => matches(record));
  }
  if ('not' in test) {
    const matches = of(test.not);
    return (record) => !matches(record);
  }
  const { read, type, name } = scope.filterable(test.left, 'filtered');
  if ('select' in test) {
    if (test.select.object.toLowerCase() === scope.shape.name.toLowerCase())
      throw scope.refuse(
        'MALFORMED_QUERY',
        'The inner and outer selects should not be on the same object type',
      );
    const keys = keysOf(test.select);
    return (record) => keys.has(keyOf(read(record), 'id')) === (test.op === 'IN');
  }
  const { now } = scope.context;
  if ('list' in test) {
    for (const literal of test.list) checkType(name, type, literal);
    if (test.op === 'INCLUDES' || test.op === 'EXCLUDES') {
      const groups = test.list.map((one) => String(rangeOf(one, type, now)[0]).split(';'));
      return (record) => {
        const values = String(read(record) ?? '')
          .toLowerCase()
          .split(';');
        const has = groups.some((group) => group.every((one) => values.includes(one)));
        return has === (test.op === 'INCLUDES');
      };
    }
    const keys = new Set(test.list.map((one) => rangeOf(one, type, now)[0]));
    return (record) => keys.has(keyOf(read(record), type)) === (test.op === 'IN');
  }
  checkType(name, type, test.right);
  if (test.op === 'LIKE') {
    const pattern = likePattern(String('value' in test.right ? test.right.value : ''));
    return (record) => read(record) !== null && pattern.test(String(read(record)));
  }
  const passes = comparison(test.op, rangeOf(test.right, type, now));
  // A box that was never ticked is false.
  const unset = type === 'boolean' ? false : null;
  return (record) => passes(keyOf(read(record) ?? unset, type));
}

/** @param range what the literal stands for: of a day in an instant's field, all of its instants */
export function comparison(op: string, [from, to]: readonly [Value, Value]) {
  const isIn = (key: Value): boolean => compareKeys(key, from) >= 0 && compareKeys(key, to) <= 0;
  return (key: Value): boolean => {
    if (from === null) return (key === null) === (op === '=');
    if (key === null) return op === '!=';
    switch (op) {
      case '=':
        return isIn(key);
      case '!=':
        return !isIn(key);
      case '<':
        return compareKeys(key, from) < 0;
      case '<=':
        return compareKeys(key, to) <= 0;
      case '>':
        return compareKeys(key, to) > 0;
      default:
        return compareKeys(key, from) >= 0;
    }
  };
}

export const pathsOf = (test: Test): readonly string[] => {
  if ('all' in test) return test.all.flatMap(pathsOf);
  if ('any' in test) return test.any.flatMap(pathsOf);
  if ('not' in test) return pathsOf(test.not);
  return 'path' in test.left ? [test.left.path] : [];
};

export const joinsOf = (test: Test): number => {
  if ('all' in test) return test.all.reduce((sum, one) => sum + joinsOf(one), 0);
  if ('any' in test) return test.any.reduce((sum, one) => sum + joinsOf(one), 0);
  if ('not' in test) return joinsOf(test.not);
  return 'select' in test ? 1 : 0;
};
