/** Comparator inputs, one per kind of value, each compiled to a SOQL condition. */

import type { InputRef } from '@pothos/core';
import { type CrmFieldSpec, isLongText } from '../../contract/crm/declaration.ts';
import { beginningOf, UserInputError } from '../../errors.ts';
import { printNumber } from '../../soql/literal.ts';
import {
  allOf,
  always,
  type Condition,
  type Expression,
  like,
  never,
  type Value,
} from '../../soql/query.ts';
import type { Builder } from '../builder.ts';
import { periodLiteral, type RelativePeriod, type RelativePeriodInput } from '../relative-date.ts';

/** Input of one field in a filter; null is the same as absent. */
export type Comparators = Readonly<Record<string, NonNullable<unknown> | null | undefined>>;

type ComparatorKind =
  | 'String'
  | 'Text'
  | 'ID'
  | 'Boolean'
  | 'Int'
  | 'Float'
  | 'Date'
  | 'DateTime'
  | 'MultiPicklist';

/** Comparators of a field; null where the CRM does not filter by it. */
export function comparatorKind(spec: CrmFieldSpec): ComparatorKind | null {
  if (isLongText(spec)) return null;
  switch (spec.type) {
    case 'id':
    case 'reference':
      return 'ID';
    case 'boolean':
      return 'Boolean';
    case 'int':
      return 'Int';
    case 'double':
    case 'currency':
    case 'percent':
      return 'Float';
    case 'date':
      return 'Date';
    case 'datetime':
      return 'DateTime';
    case 'multipicklist':
      return 'MultiPicklist';
    // WHERE takes no compounds and no bytes.
    case 'address':
    case 'base64':
      return null;
    default:
      return 'String';
  }
}

export type ComparatorInputs = Readonly<Record<ComparatorKind, InputRef<Comparators>>>;

const scalars = {
  String: 'String',
  ID: 'ID',
  Int: 'Int',
  Float: 'Float',
  Date: 'Date',
  DateTime: 'DateTime',
} as const;

const nullNote = 'A comparator that is null or absent does not restrict.';

export function createComparatorInputs(
  builder: Builder,
  during: RelativePeriodInput,
): ComparatorInputs {
  const ordered = (kind: 'String' | 'Int' | 'Float' | 'Date' | 'DateTime') =>
    builder.inputType(`${kind}Filter`, {
      description: `Comparators for a ${kind}; all that are given must hold. ${nullNote}`,
      fields: (t) => {
        const type = scalars[kind];
        const comparator = (description: string) => t.field({ type, description });
        const many = (description: string) => t.field({ type: [type], description });
        return {
          eq: comparator('Equal to.'),
          ne: comparator('Not equal to; records without a value are kept.'),
          in: many('One of these; no record is one of none.'),
          nin: many('None of these.'),
          gt: comparator('Greater than.'),
          gte: comparator('Greater than or equal to.'),
          lt: comparator('Less than.'),
          lte: comparator('Less than or equal to.'),
          isNull: t.boolean({ description: 'Whether there is no value.' }),
          ...(kind === 'String'
            ? {
                contains: t.string({ description: 'Has this text in it; % and _ are plain text.' }),
                startsWith: t.string({ description: 'Begins with this text.' }),
                endsWith: t.string({ description: 'Ends with this text.' }),
              }
            : {}),
          ...(kind === 'Float'
            ? {
                currency: t.string({
                  description:
                    'ISO 4217 code of the currency that an amount of a CRM record is compared in: the CRM converts. Without it numbers are compared, each in the currency of its record. Only for amounts.',
                }),
              }
            : {}),
          ...(kind === 'Date' || kind === 'DateTime'
            ? {
                during: t.field({
                  type: during,
                  description: 'In this period, counted from today by the CRM.',
                }),
              }
            : {}),
        };
      },
    });
  const text = ordered('String');
  return {
    String: text,
    Text: text,
    Int: ordered('Int'),
    Float: ordered('Float'),
    Date: ordered('Date'),
    DateTime: ordered('DateTime'),
    ID: builder.inputType('IDFilter', {
      description: `Comparators for an id, global or as the CRM writes it. ${nullNote}`,
      fields: (t) => ({
        eq: t.id({ description: 'This one.' }),
        ne: t.id({ description: 'Any but this one.' }),
        in: t.idList({ description: 'One of these; no record is one of none.' }),
        nin: t.idList({ description: 'None of these.' }),
        isNull: t.boolean({ description: 'Whether nothing is referenced.' }),
      }),
    }),
    Boolean: builder.inputType('BooleanFilter', {
      description: `Comparators for a yes or no. ${nullNote}`,
      fields: (t) => ({ eq: t.boolean({ description: 'Equal to.' }) }),
    }),
    MultiPicklist: builder.inputType('MultiPicklistFilter', {
      description: `Comparators for a set of values. ${nullNote}`,
      fields: (t) => ({
        includes: t.stringList({
          description: 'Has at least one of these; no record has one of none.',
        }),
        includesAll: t.stringList({ description: 'Has all of these.' }),
        excludes: t.stringList({ description: 'Has none of these.' }),
        isNull: t.boolean({ description: 'Whether the set is empty.' }),
      }),
    }),
  };
}

const comparisons = new Set(['eq', 'ne', 'lt', 'lte', 'gt', 'gte']);

/**
 * The condition all comparators of one field make together. `value` turns a client's value into
 * the CRM's; it throws UserInputError for what can't be one.
 */
export function comparatorCondition(
  path: Expression,
  { currency, ...comparators }: Comparators,
  plainValue: (argument: unknown) => Value,
  isAmount = false,
): Condition | undefined {
  const value = currency == null ? plainValue : amountReader(currency, isAmount);
  const conditions = Object.entries(comparators).map(([name, argument]): Condition | undefined => {
    if (argument === null || argument === undefined) return undefined;
    if (comparisons.has(name)) return { op: name as 'eq', path, value: value(argument) };
    switch (name) {
      case 'in':
      case 'nin': {
        const values = present(argument).map(value);
        if (values.length === 0) return name === 'in' ? never : always;
        return { op: name, path, values };
      }
      case 'contains':
      case 'startsWith':
      case 'endsWith':
        return like(path, name, String(argument));
      case 'during':
        return { op: 'eq', path, value: periodLiteral(argument as RelativePeriod) };
      case 'isNull':
        return { op: argument === true ? 'eq' : 'ne', path, value: null };
      case 'includes':
      case 'excludes': {
        const groups = present(argument).map((entry) => [String(entry)]);
        if (groups.length === 0) return name === 'includes' ? never : always;
        return { op: name, path: String(path), groups };
      }
      case 'includesAll': {
        const group = present(argument).map(String);
        return group.length === 0
          ? always
          : { op: 'includes', path: String(path), groups: [group] };
      }
      default:
        throw new UserInputError(`Expected a comparator of the filter, got ${name}.`);
    }
  });
  return allOf(...conditions);
}

export const noCurrencyHere = (): UserInputError =>
  new UserInputError(
    'Expected no currency here: only amounts of CRM records are compared in one, and no sums or means.',
  );

/** @throws UserInputError where no amount is compared, and for what is no code of a currency. */
function amountReader(currencyArgument: unknown, isAmount: boolean): (amount: unknown) => Value {
  const currency = String(currencyArgument);
  if (!isAmount) throw noCurrencyHere();
  if (!/^[A-Z]{3}$/.test(currency))
    throw new UserInputError(
      `Expected the ISO 4217 code of a currency, such as EUR; got ${JSON.stringify(beginningOf(currency, 40))}.`,
    );
  return (amount) => ({ currency, amount: printNumber(Number(amount)) });
}

function present(argument: unknown): readonly unknown[] {
  const list = Array.isArray(argument) ? argument : [argument];
  return list.filter((entry) => entry !== null);
}
