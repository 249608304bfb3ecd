/** Expressions as columns: paths, date functions, distances. Aggregates are aggregate.ts's. */

import type { FieldType } from '../../../records/crm/define.ts';
import { addressFields } from '../crm-row.ts';
import { quoted } from '../crm-table.ts';
import { invalidField, malformed, unsupported } from './problem.ts';
import type { Column, Scope } from './scope.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { CallExpression, Expression } from './tree.ts';

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
 * The column of an expression that stands in WHERE, ORDER BY or GROUP BY, or under a function.
 * @throws StatementProblem for unknown names, wrong arguments and functions that don't exist.
 */
export function columnOf(scope: Scope, expression: Expression): Column {
  if (expression.kind === 'path') return scope.column(expression.path, expression.text);
  const { name } = expression;
  if (isDateFunction(name)) return dateColumn(scope, expression);
  switch (name) {
    case 'TOLABEL':
    case 'CONVERTCURRENCY': {
      const column = columnOf(scope, onlyArgument(expression));
      if (name === 'CONVERTCURRENCY' && !isNumber(column.type)) {
        throw invalidField(`Expected currency field: ${column.name}`, column.name);
      }
      return { ...column, field: null };
    }
    case 'DISTANCE':
      return distanceColumn(scope, expression);
    case 'GEOLOCATION':
      throw malformed('GEOLOCATION can only be used inside DISTANCE', expression.text);
    case 'FORMAT':
      throw malformed('FORMAT can only be used in SELECT', expression.text);
    case 'GROUPING':
      throw unsupported('GROUPING outside of GROUP BY ROLLUP and CUBE', expression.text);
    default:
      throw malformed(`Unknown function: ${name}`, expression.text);
  }
}

export function onlyArgument(call: CallExpression): Expression {
  const [argument, ...more] = call.args;
  if (!argument || argument.text === '' || more.length > 0) {
    throw malformed(`${call.name} takes one argument: ${call.text}`, call.text);
  }
  return argument;
}

export function isNumber(type: FieldType): boolean {
  return type === 'int' || type === 'double' || type === 'currency' || type === 'percent';
}

/** The organisation's time zone is UTC, so convertTimezone changes nothing. */
function dateColumn(scope: Scope, call: CallExpression): Column {
  const argument = onlyArgument(call);
  const converted = argument.kind === 'call' && argument.name === 'CONVERTTIMEZONE';
  const inner = columnOf(scope, converted ? onlyArgument(argument) : argument);
  const fits =
    inner.type === 'datetime' || (inner.type === 'date' && !needsDatetime.has(call.name));
  if (!fits || (converted && inner.type !== 'datetime')) {
    const wanted = converted || needsDatetime.has(call.name) ? 'dateTime' : 'date or dateTime';
    throw invalidField(
      `${call.name} takes a ${wanted} field, not '${inner.name}' (${inner.type})`,
      inner.name,
    );
  }
  return {
    sql: dateFunctions[call.name]!(inner.sql),
    type: call.name === 'DAY_ONLY' ? 'date' : 'int',
    name: call.text,
    required: inner.required,
    outer: inner.outer,
    field: null,
    place: null,
  };
}

const earthRadius: Readonly<Record<string, number>> = { mi: 3958.8, km: 6371 };

/** The great-circle distance between an address and a point. */
function distanceColumn(scope: Scope, call: CallExpression): Column {
  const [place, point, unit] = call.args;
  const radius = earthRadius[(unit?.text ?? '').replaceAll("'", '').toLowerCase()];
  const [latitude, longitude] = (point?.kind === 'call' ? point.args : []).map((a) =>
    Number(a.text),
  );
  if (
    !place ||
    !radius ||
    latitude === undefined ||
    longitude === undefined ||
    Number.isNaN(latitude + longitude)
  ) {
    throw malformed(
      `DISTANCE takes a location, GEOLOCATION(latitude, longitude) and 'mi' or 'km'`,
      call.text,
    );
  }
  const address = columnOf(scope, place);
  const target = address.place?.alternatives[0];
  if (!address.field || !target || address.type !== 'address') {
    throw invalidField(
      `DISTANCE takes a location field, not '${address.name}' (${address.type})`,
      address.name,
    );
  }
  const parts = new Map(addressFields(target.object, address.field.spec));
  const part = (key: string): Sql => {
    const field = parts.get(key);
    if (!field) throw invalidField(`Field '${address.name}' has no ${key}`, address.name);
    return raw(`radians(${target.alias}.${quoted(field)})`);
  };
  const [lat, lon] = [part('latitude'), part('longitude')];
  const cosine = sql`sin(${lat}) * sin(radians(${latitude})) + cos(${lat}) * cos(radians(${latitude})) * cos(${lon} - radians(${longitude}))`;
  return {
    sql: sql`(${radius} * acos(max(-1.0, min(1.0, ${cosine}))))`,
    type: 'double',
    name: call.text,
    required: false,
    outer: true,
    field: null,
    place: null,
  };
}
