/** Expressions as columns: paths, date functions, distances. Aggregates are in group.ts. */

import type { FieldType } from '../../contract/crm/declaration.ts';
import { printExpression } from '../../soql/print.ts';
import type { Distance, Expression, FunctionCall } from '../../soql/query.ts';
import { quoted, storedAddressFields } from '../database/crm-table.ts';
import { inCorporate } from './currency.ts';
import { computed, type Scope, type ScopeColumn } from './scope.ts';
import { raw, type Sql, sql } from './sql.ts';
import { invalidField, malformed, unsupported } from './statement-error.ts';

/** SQL over the text of a date or datetime; both begin with the date. */
const dateFunctions: Readonly<Record<string, (text: Sql) => Sql>> = {
  CALENDAR_YEAR: (d) => sql`CAST(substr(${d}, 1, 4) AS INTEGER)`,
  CALENDAR_QUARTER: (d) => sql`((CAST(substr(${d}, 6, 2) AS INTEGER) + 2) / 3)`,
  CALENDAR_MONTH: (d) => sql`CAST(substr(${d}, 6, 2) AS INTEGER)`,
  FISCAL_YEAR: (d) => sql`CAST(substr(${d}, 1, 4) AS INTEGER)`,
  FISCAL_QUARTER: (d) => sql`((CAST(substr(${d}, 6, 2) AS INTEGER) + 2) / 3)`,
  FISCAL_MONTH: (d) => sql`CAST(substr(${d}, 6, 2) AS INTEGER)`,
  DAY_IN_MONTH: (d) => sql`CAST(substr(${d}, 9, 2) AS INTEGER)`,
  DAY_IN_WEEK: (d) => sql`(CAST(strftime('%w', ${d}) AS INTEGER) + 1)`,
  DAY_IN_YEAR: (d) => sql`CAST(strftime('%j', ${d}) AS INTEGER)`,
  HOUR_IN_DAY: (d) => sql`CAST(substr(${d}, 12, 2) AS INTEGER)`,
  WEEK_IN_MONTH: (d) => sql`((CAST(substr(${d}, 9, 2) AS INTEGER) + 6) / 7)`,
  WEEK_IN_YEAR: (d) => sql`((CAST(strftime('%j', ${d}) AS INTEGER) + 6) / 7)`,
  DAY_ONLY: (d) => sql`substr(${d}, 1, 10)`,
};

const needsDatetime = new Set(['HOUR_IN_DAY', 'DAY_ONLY']);

export function isDateFunction(name: string): boolean {
  return name in dateFunctions;
}

/**
 * The column of an expression in WHERE, ORDER BY or GROUP BY, or under a function.
 * @throws StatementError for unknown names, wrong arguments and functions that don't exist.
 */
export function columnOf(scope: Scope, expression: Expression): ScopeColumn {
  if (typeof expression === 'string') return scope.column(expression);
  if ('distance' in expression) return distanceColumn(scope, expression);
  const { fn } = expression;
  if (isDateFunction(fn)) return dateColumn(scope, expression);
  switch (fn) {
    case 'toLabel':
    case 'convertCurrency': {
      const column = columnOf(scope, argumentOf(expression));
      if (fn === 'convertCurrency' && !isNumber(column.type)) {
        throw invalidField(`Expected currency field: ${column.name}`, column.name);
      }
      // The connected user's own currency is the corporate one.
      return { ...column, sql: inCorporate(column), field: null };
    }
    case 'FORMAT':
      throw malformed('FORMAT can only be used in SELECT', fn);
    case 'GROUPING':
      throw unsupported('GROUPING outside of GROUP BY ROLLUP and CUBE', fn);
    case 'convertTimezone':
      throw malformed('convertTimezone can only be used inside a date function', fn);
    default:
      throw malformed(`${fn} can not be used here`, fn);
  }
}

/** Argument of a function. */
export function argumentOf({ fn, of }: FunctionCall): Expression {
  if (of === null) throw malformed(`${fn} takes one argument`, fn);
  return of;
}

/** The name by which a statement's text has the expression. */
export function nameIn(expression: Expression): string {
  if (typeof expression === 'string') return expression;
  return 'distance' in expression ? 'DISTANCE' : expression.fn;
}

export function isNumber(type: FieldType): boolean {
  return type === 'int' || type === 'double' || type === 'currency' || type === 'percent';
}

/** The organisation's time zone is UTC, so convertTimezone changes nothing. */
function dateColumn(scope: Scope, call: FunctionCall): ScopeColumn {
  const argument = argumentOf(call);
  const isConverted =
    typeof argument === 'object' && 'fn' in argument && argument.fn === 'convertTimezone';
  const inner = columnOf(scope, isConverted ? argumentOf(argument) : argument);
  const fits = inner.type === 'datetime' || (inner.type === 'date' && !needsDatetime.has(call.fn));
  if (!fits || (isConverted && inner.type !== 'datetime')) {
    const types = isConverted || needsDatetime.has(call.fn) ? 'dateTime' : 'date or dateTime';
    throw invalidField(
      `${call.fn} takes a ${types} field, not '${inner.name}' (${inner.type})`,
      inner.name,
    );
  }
  const type = call.fn === 'DAY_ONLY' ? 'date' : 'int';
  return computed(printExpression(call), type, dateFunctions[call.fn]!(inner.sql), inner);
}

const earthRadius: Readonly<Record<Distance['unit'], number>> = { mi: 3958.8, km: 6371 };

/** The great-circle distance between an address and a point. */
function distanceColumn(scope: Scope, expression: Distance): ScopeColumn {
  const { latitude, longitude, unit } = expression;
  const address = columnOf(scope, expression.distance);
  const target = address.target?.alternatives[0];
  if (!address.field || !target || address.type !== 'address') {
    throw invalidField(
      `DISTANCE takes a location field, not '${address.name}' (${address.type})`,
      address.name,
    );
  }
  const parts = new Map(storedAddressFields(target.object, address.field.spec));
  const part = (key: string): Sql => {
    const field = parts.get(key);
    if (!field) throw invalidField(`Field '${address.name}' has no ${key}`, address.name);
    return raw(`radians(${target.alias}.${quoted(field)})`);
  };
  const lat = part('latitude');
  const lon = part('longitude');
  const cosine = sql`sin(${lat}) * sin(radians(${latitude})) + cos(${lat}) * cos(radians(${latitude})) * cos(${lon} - radians(${longitude}))`;
  const length = sql`(${earthRadius[unit]} * acos(max(-1.0, min(1.0, ${cosine}))))`;
  return computed(printExpression(expression), 'double', length, { required: false, outer: true });
}
