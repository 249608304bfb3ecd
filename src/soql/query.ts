/** Query tree: a SOQL query as data. Only `print.ts` turns it into text. */

/** A field, or a path through parent relationships: `Name`, `Account.Owner.Name`. */
export type FieldPath = string;

/** A calendar day, `YYYY-MM-DD`. Printed unquoted. */
interface DateValue {
  readonly date: string;
}

/** An instant in any ISO 8601 spelling the CRM uses, `+0000` included. Printed unquoted, in UTC. */
export interface DateTimeValue {
  readonly datetime: string;
}

/** A relative date: `{ relative: 'TODAY' }`, `{ relative: 'LAST_N_DAYS', n: 30 }`. */
export interface RelativeDate {
  readonly relative: string;
  readonly n?: number;
}

/** A number by its digits: one that a double would round. */
export interface DecimalValue {
  readonly decimal: string;
}

/** An amount in a currency: `USD5000.01`. */
export interface CurrencyValue {
  readonly currency: string;
  readonly amount: string;
}

export type Value =
  | string
  | number
  | boolean
  | null
  | DateValue
  | DateTimeValue
  | RelativeDate
  | DecimalValue
  | CurrencyValue;

export const aggregateNames = ['COUNT', 'COUNT_DISTINCT', 'SUM', 'AVG', 'MIN', 'MAX'] as const;

export const functionNames = [
  ...aggregateNames,
  'CALENDAR_YEAR',
  'CALENDAR_QUARTER',
  'CALENDAR_MONTH',
  'DAY_IN_MONTH',
  'DAY_IN_WEEK',
  'DAY_IN_YEAR',
  'DAY_ONLY',
  'FISCAL_YEAR',
  'FISCAL_QUARTER',
  'FISCAL_MONTH',
  'HOUR_IN_DAY',
  'WEEK_IN_MONTH',
  'WEEK_IN_YEAR',
  'convertTimezone',
  'convertCurrency',
  'toLabel',
  'FORMAT',
  'GROUPING',
] as const;

export type FunctionName = (typeof functionNames)[number];

/** `COUNT(Id)`, `CALENDAR_YEAR(CreatedDate)`; `of: null` only for `COUNT()`. */
export interface FunctionCall {
  readonly fn: FunctionName;
  readonly of: Expression | null;
}

/** `DISTANCE(Location__c, GEOLOCATION(37.8, -122.4), 'mi')` */
export interface Distance {
  readonly distance: FieldPath;
  readonly latitude: number;
  readonly longitude: number;
  readonly unit: 'mi' | 'km';
}

export type Expression = FieldPath | FunctionCall | Distance;

interface Aliased {
  readonly expression: Expression;
  readonly alias: string;
}

/** Records of a child relationship, named in `object`: `{ subquery: { object: 'Contacts', select: ['Id'] } }`. */
export interface ChildSelection {
  readonly subquery: Query;
}

/** `FIELDS(STANDARD)` */
export interface FieldsSelection {
  readonly fields: 'ALL' | 'STANDARD' | 'CUSTOM';
}

/** `TYPEOF What WHEN Account THEN Phone ELSE Name END` */
export interface TypeofSelection {
  readonly typeof: FieldPath;
  readonly when: readonly { readonly object: string; readonly select: readonly FieldPath[] }[];
  readonly otherwise?: readonly FieldPath[] | undefined;
}

export type SelectItem = Expression | Aliased | ChildSelection | FieldsSelection | TypeofSelection;

export interface OrderBy {
  readonly path: Expression;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly nulls?: 'first' | 'last' | undefined;
}

export type Comparison = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';

export const comparisonSymbols: Readonly<Record<Comparison, string>> = {
  ne: '!=',
  lte: '<=',
  gte: '>=',
  eq: '=',
  lt: '<',
  gt: '>',
};

export interface CompareCondition {
  readonly op: Comparison;
  readonly path: Expression;
  readonly value: Value;
}

/** An empty list matches nothing (`in`) or everything (`nin`); null in the list means the field is null. */
export interface ListCondition {
  readonly op: 'in' | 'nin';
  readonly path: Expression;
  readonly values: readonly Value[];
}

/** `%` and `_` are wildcards; a backslash before one, or before a backslash, makes it stand for itself. */
export interface LikeCondition {
  readonly op: 'like';
  readonly path: Expression;
  readonly pattern: string;
}

/** Multi-select picklists: any of the groups, and within a group all of its values. */
export interface PicklistCondition {
  readonly op: 'includes' | 'excludes';
  readonly path: FieldPath;
  readonly groups: readonly (readonly string[])[];
}

/** `path IN (SELECT field FROM object WHERE …)` and its opposite. */
export interface JoinCondition {
  readonly op: 'semiJoin' | 'antiJoin';
  readonly path: FieldPath;
  readonly query: JoinQuery;
}

export type Condition =
  | CompareCondition
  | ListCondition
  | LikeCondition
  | PicklistCondition
  /** An empty `and` is true, an empty `or` is false. */
  | { readonly op: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly op: 'not'; readonly condition: Condition }
  | JoinCondition;

/** FROM clause: `Contact c, c.Account a` reads Contact under the alias c, and its Account under the alias a. */
export interface FromClause {
  /** An object, or in a child selection the relationship's name. */
  readonly object: string;
  readonly alias?: string | undefined;
  /** Aliases of parents, with which the statement's paths may begin. */
  readonly parents?: readonly { readonly path: FieldPath; readonly alias: string }[] | undefined;
}

export interface JoinQuery extends FromClause {
  readonly field: FieldPath;
  readonly where?: Condition | undefined;
}

export interface Query extends FromClause {
  readonly select: readonly SelectItem[];
  /** USING SCOPE. */
  readonly scope?: string | undefined;
  readonly where?: Condition | undefined;
  readonly groupBy?: readonly Expression[] | undefined;
  /** Adds subtotals to the groups. */
  readonly subtotals?: 'ROLLUP' | 'CUBE' | undefined;
  readonly having?: Condition | undefined;
  readonly orderBy?: readonly OrderBy[] | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** FOR VIEW, FOR REFERENCE, UPDATE TRACKING and UPDATE VIEWSTAT: traces that a read leaves on the records. */
  readonly traces?: readonly Trace[] | undefined;
}

export type Trace = 'VIEW' | 'REFERENCE' | 'TRACKING' | 'VIEWSTAT';

/** Escapes text for LIKE, so that every character matches itself. */
export const literalPattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Condition that a field contains the text literally. */
export function like(
  path: Expression,
  match: 'contains' | 'startsWith' | 'endsWith',
  text: string,
): LikeCondition {
  const before = match === 'startsWith' ? '' : '%';
  const after = match === 'endsWith' ? '' : '%';
  return { op: 'like', path, pattern: before + literalPattern(text) + after };
}

/** Matches every record. */
export const always: Condition = { op: 'and', conditions: [] };

/** Matches no record. */
export const never: Condition = { op: 'or', conditions: [] };

/** Whether the condition certainly matches no record. */
export function isNever(condition: Condition | undefined): boolean {
  return condition?.op === 'or' && condition.conditions.length === 0;
}

/** Whether the condition certainly matches every record. */
export function isAlways(condition: Condition | undefined): boolean {
  return condition?.op === 'and' && condition.conditions.length === 0;
}

/**
 * Conjunction. Absent conditions are skipped, and a single one is returned as it is, so that no
 * needless parentheses reach the statement; undefined when none is left. Constants are folded:
 * `never` makes the conjunction never match.
 */
export function allOf(first: Condition, ...others: readonly (Condition | undefined)[]): Condition;
export function allOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined;
export function allOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  return combine('and', conditions);
}

/** Disjunction; see `allOf`. */
export function anyOf(first: Condition, ...others: readonly (Condition | undefined)[]): Condition;
export function anyOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined;
export function anyOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  return combine('or', conditions);
}

function combine(
  op: 'and' | 'or',
  conditions: readonly (Condition | undefined)[],
): Condition | undefined {
  const present = conditions.filter((condition) => condition !== undefined);
  const [decides, idle] = op === 'and' ? [isNever, isAlways] : [isAlways, isNever];
  const decided = present.find(decides);
  if (decided !== undefined) return decided;
  const requested = present
    .filter((condition) => !idle(condition))
    .flatMap((condition) => (condition.op === op ? condition.conditions : [condition]));
  return requested.length < 2 ? (requested[0] ?? present[0]) : { op, conditions: requested };
}

/** Negation; undefined for an absent condition. */
export function negated(condition: Condition): Condition;
export function negated(condition: Condition | undefined): Condition | undefined;
export function negated(condition: Condition | undefined): Condition | undefined {
  if (condition === undefined) return undefined;
  if (isNever(condition)) return always;
  return isAlways(condition) ? never : { op: 'not', condition };
}
