/** What columns a free query's rows have, and where in a row each value is found. */

import type {
  FieldFunctionExpression,
  FieldType,
  Query,
  Subquery,
} from '@jetstreamapp/soql-parser-js';

export interface Column {
  /** As a table's head: `Account.Name`, `expr0`, an alias. */
  readonly name: string;
  /** Keys from the row down to the value. */
  readonly path: readonly string[];
  /** For a child subquery: the columns of its records. */
  readonly children?: readonly Column[];
}

const aggregates = new Set(['COUNT', 'COUNT_DISTINCT', 'SUM', 'AVG', 'MIN', 'MAX']);
/** Functions whose value comes back under the name of the field they wrap. */
const transparent = new Set(['TOLABEL', 'CONVERTCURRENCY']);

/** Rows are groups (or one row over everything), not records. */
export function isAggregate(query: Query): boolean {
  return query.groupBy !== undefined || (query.fields ?? []).some(isAggregateField);
}

/** A bare `SELECT COUNT()`, with an alias or without: its answer is a total, not a row. */
export function isCount(query: Query): boolean {
  const [field, ...others] = query.fields ?? [];
  return (
    others.length === 0 &&
    field?.type === 'FieldFunctionExpression' &&
    field.functionName.toUpperCase() === 'COUNT' &&
    field.parameters.length === 0
  );
}

function isAggregateField(field: FieldType): boolean {
  return field.type === 'FieldFunctionExpression' && isAggregateCall(field);
}

function isAggregateCall(call: FieldFunctionExpression): boolean {
  return (
    aggregates.has(call.functionName.toUpperCase()) ||
    call.parameters.some((inner) => typeof inner !== 'string' && isAggregateCall(inner))
  );
}

/** Columns in the order of the SELECT list; `known` is false where FIELDS(…) stands in it. */
export function columnsOf(
  query: Query | Subquery,
  aggregate: boolean,
): { columns: readonly Column[]; known: boolean } {
  const columns: Column[] = [];
  let known = true;
  let unnamed = 0;
  const add = (path: readonly string[], children?: readonly Column[]): void => {
    const name = path.join('.');
    if (columns.some((column) => column.name === name)) return;
    columns.push({ name, path, ...(children && { children }) });
  };
  for (const field of query.fields ?? []) {
    switch (field.type) {
      case 'Field':
        add([field.alias ?? field.field]);
        break;
      case 'FieldRelationship': {
        const alias = 'alias' in field ? field.alias : undefined;
        if (alias !== undefined) add([alias]);
        // Groups are flat: `GROUP BY Account.Name` comes back as `Name`.
        else
          add(
            aggregate
              ? [field.field]
              : [...ownRelationships(query, field.relationships), field.field],
          );
        break;
      }
      case 'FieldFunctionExpression': {
        const only = field.parameters[0];
        if (field.functionName.toUpperCase() === 'FIELDS') known = false;
        else if (field.alias !== undefined) add([field.alias]);
        else if (
          !aggregate &&
          transparent.has(field.functionName.toUpperCase()) &&
          typeof only === 'string'
        )
          add(only.split('.'));
        else add([`expr${unnamed++}`]);
        break;
      }
      case 'FieldSubquery':
        add([field.subquery.relationshipName], columnsOf(field.subquery, false).columns);
        break;
      case 'FieldTypeof':
        for (const condition of field.conditions) {
          for (const name of condition.fieldList) add([field.field, ...name.split('.')]);
        }
        break;
    }
  }
  return { columns: known ? columns : [], known };
}

/** `a.Owner.Name` from `Account a` is `Owner.Name` in the row. */
function ownRelationships(
  query: Query | Subquery,
  relationships: readonly string[],
): readonly string[] {
  const [first, ...rest] = relationships;
  const own = [query.sObjectAlias, 'sObject' in query ? query.sObject : undefined];
  return own.some((name) => name?.toLowerCase() === first?.toLowerCase()) ? rest : relationships;
}
