/** The CRM's own description of its fields, as far as this user may read them, asked by SOQL: FieldDefinition, and EntityParticle, which has the parts of compound fields, too. */

import type { CrmModel } from '../../../contract/crm/model.ts';
import type { Row } from '../../../contract/wire/execute.ts';
import { parseSoql } from '../../../soql/parse.ts';
import type { Condition, Query } from '../../../soql/query.ts';
import { crmError } from '../../backend.ts';
import type { RecordPage } from './soql/run.ts';

const name = 'QualifiedApiName';
const ofObject = `EntityDefinition.${name}`;

/**
 * The rows of a statement on either; null for any other statement.
 * @throws BackendError as the CRM refuses: it wants to know of which objects.
 */
export function fieldDefinitions(
  model: CrmModel,
  statement: string,
  hidden: readonly string[],
): RecordPage | null {
  if (!/\bFROM\s+(?:FieldDefinition|EntityParticle)\b/i.test(statement)) return null;
  const { query } = parseSoql(statement);
  if (hidden.includes(query.object)) return null;
  const objects = objectsIn(query.where);
  if (objects === null)
    throw crmError(
      400,
      'EXTERNAL_OBJECT_UNSUPPORTED_EXCEPTION',
      `${query.object}: a filter on a reified column is required.`,
    );
  const records = objects.flatMap((asked) => {
    const object = model.object(asked);
    return (object?.fields ?? []).map((field) => rowOf(query, object!.name, field.name));
  });
  if (query.limit === undefined && records.length > mostRows)
    throw crmError(
      400,
      'EXCEEDED_ID_LIMIT',
      `${query.object} does not support queryMore(), use LIMIT to restrict the results to a single batch`,
    );
  const shown = records.slice(0, query.limit);
  return { records: shown, totalSize: shown.length, next: null };
}

/** Rows of a batch; there is no second one. */
const mostRows = 2_000;

/** The objects that a condition names; null for any other condition. */
function objectsIn(where: Condition | undefined): readonly string[] | null {
  if (where === undefined || !('path' in where) || where.path !== ofObject) return null;
  if (where.op === 'in') return where.values.map(String);
  return where.op === 'eq' ? [String(where.value)] : null;
}

function rowOf({ object: of, select }: Query, object: string, field: string): Row {
  const row: Record<string, unknown> = {
    attributes: {
      type: of,
      url: `/services/data/v59.0/sobjects/${of}/${object}.${field}`,
    },
  };
  for (const item of select) {
    if (item === name) row[name] = field;
    else if (item === ofObject)
      row.EntityDefinition = { attributes: { type: 'EntityDefinition' }, [name]: object };
    else if (item === 'DurableId') row.DurableId = `${object}.${field}`;
    else
      throw crmError(400, 'INVALID_FIELD', `No such column '${String(item)}' on entity '${of}'.`);
  }
  return row;
}
