/**
 * The CRM's own description of its objects, as far as this user may read them, asked by SOQL: EntityDefinition,
 * FieldDefinition, EntityParticle, which has the parts of compound fields, too, RelationshipDomain and PicklistValueInfo.
 */

import { crmError } from '../../connector-service/backend.ts';
import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { parseSoql } from '../../soql/parse.ts';
import type { Condition, Query } from '../../soql/query.ts';
import type { RecordPage } from '../soql/run.ts';
import { picklistOf } from './picklist.ts';

/** Values of a row by the paths that a statement may name. */
type Columns = Readonly<Record<string, unknown>>;

interface Definition {
  /** The path by which the CRM wants to know of which objects; null where it does not. */
  readonly objectPath: string | null;
  readonly rows: (object: CrmObject) => readonly Columns[];
}

const name = 'QualifiedApiName';

const ofEntity = ({ name: object }: CrmObject): Columns => ({
  [`EntityDefinition.${name}`]: object,
  'EntityDefinition.Label': labelOf(object),
});

/** Published: labels are the organisation's; here they follow from the name. */
const labelOf = (apiName: string): string =>
  apiName.replace(/__(?:c|pc|s)$/, '').replaceAll('_', ' ');

const ofField = (object: CrmObject, field: CrmField): Columns => ({
  ...ofEntity(object),
  [name]: field.name,
  DurableId: `${object.name}.${field.name}`,
  Label: labelOf(field.name),
});

const definitions: Readonly<Record<string, Definition>> = {
  EntityDefinition: {
    objectPath: null,
    rows: (object) => [
      {
        [name]: object.name,
        Label: labelOf(object.name),
        KeyPrefix: object.keyPrefix,
        IsQueryable: true,
        IsSearchable: object.searchable,
        IsCustomSetting: false,
      },
    ],
  },
  FieldDefinition: {
    objectPath: `EntityDefinition.${name}`,
    rows: (object) => object.fields.map((field) => ofField(object, field)),
  },
  EntityParticle: {
    objectPath: `EntityDefinition.${name}`,
    rows: (object) =>
      object.fields.map((field) => ({
        ...ofField(object, field),
        DataType: field.spec.type,
        IsNillable: field.spec.required !== true,
        Length: field.spec.length ?? 0,
        InlineHelpText: field.spec.description,
        ReferenceTo: { referenceTo: field.spec.reference?.to ?? null },
        RelationshipName: field.spec.reference?.relationship ?? null,
      })),
  },
  RelationshipDomain: {
    objectPath: `ParentSobject.${name}`,
    rows: (object) =>
      object.children.map((child) => ({
        [`ParentSobject.${name}`]: object.name,
        [`ChildSobject.${name}`]: child.object,
        [`Field.${name}`]: child.field,
        RelationshipName: child.name,
      })),
  },
  PicklistValueInfo: {
    objectPath: `EntityParticle.EntityDefinition.${name}`,
    rows: (object) =>
      object.fields.flatMap((field) =>
        picklistOf(field).map(({ value, label, isDefault }) => ({
          [`EntityParticle.EntityDefinition.${name}`]: object.name,
          [`EntityParticle.${name}`]: field.name,
          Value: value,
          Label: label,
          IsActive: true,
          IsDefaultValue: isDefault,
        })),
      ),
  },
};

/** Rows of a batch; there is no second one. */
const mostRows = 2_000;

/**
 * The rows of a statement on one of them; null for any other statement.
 * @throws BackendError as the CRM refuses: it wants to know of which objects.
 */
export function definitionPage(
  model: CrmModel,
  statement: string,
  hidden: readonly string[],
): RecordPage | null {
  if (
    !/\bFROM\s+(?:EntityDefinition|FieldDefinition|EntityParticle|RelationshipDomain|PicklistValueInfo)\b/i.test(
      statement,
    )
  )
    return null;
  const { query } = parseSoql(statement);
  const definition = definitions[query.object];
  if (definition === undefined || hidden.includes(query.object)) return null;
  const conditions = conditionsOf(query.where);
  const { objectPath } = definition;
  if (
    objectPath !== null &&
    !conditions.some((condition) => 'path' in condition && condition.path === objectPath)
  )
    throw crmError(
      400,
      'EXTERNAL_OBJECT_UNSUPPORTED_EXCEPTION',
      `${query.object}: a filter on a reified column is required.`,
    );
  const objects = model.objects.flatMap((object) => model.object(object.name) ?? []);
  const rows = objects
    .flatMap((object) => definition.rows(object))
    .filter((row) => conditions.every((condition) => holds(condition, row)));
  if (query.limit === undefined && rows.length > mostRows)
    throw crmError(
      400,
      'EXCEEDED_ID_LIMIT',
      `${query.object} does not support queryMore(), use LIMIT to restrict the results to a single batch`,
    );
  const records = rows.slice(0, query.limit).map((row) => recordOf(query, row));
  return { records, totalSize: records.length, next: null };
}

const conditionsOf = (where: Condition | undefined): readonly Condition[] =>
  where !== undefined && 'conditions' in where && where.op === 'and'
    ? where.conditions
    : [where ?? []].flat();

/** @throws BackendError for another kind of condition, and for a column that is not there. */
function holds(condition: Condition, row: Columns): boolean {
  if (!('path' in condition) || typeof condition.path !== 'string') throw unsupported();
  if (!Object.hasOwn(row, condition.path)) throw noColumn(condition.path);
  const value = row[condition.path];
  switch (condition.op) {
    case 'eq':
      return value === condition.value;
    case 'in':
      return condition.values.some((candidate) => candidate === value);
    case 'like':
      return typeof value === 'string' && isLike(value, condition.pattern);
    default:
      throw unsupported();
  }
}

/** Only `%` at the ends: a whole pattern is the business of other statements. */
function isLike(value: string, pattern: string): boolean {
  const text = pattern.replaceAll('\\_', '_').replaceAll('%', '').toLowerCase();
  const name = value.toLowerCase();
  const open = pattern.startsWith('%');
  const shut = pattern.endsWith('%');
  if (open && shut) return name.includes(text);
  if (open) return name.endsWith(text);
  return shut ? name.startsWith(text) : name === text;
}

const unsupported = () =>
  crmError(400, 'MALFORMED_QUERY', 'Expected conditions of =, IN and LIKE, joined by AND');
const noColumn = (column: string) =>
  crmError(400, 'INVALID_FIELD', `No such column '${column}' on the entity.`);

function recordOf({ object, select }: Query, row: Columns): Row {
  const record: Record<string, unknown> = {
    attributes: {
      type: object,
      url: `/services/data/v59.0/sobjects/${object}/${String(row.DurableId ?? row[name] ?? '')}`,
    },
  };
  for (const item of select) {
    if (typeof item !== 'string' || !Object.hasOwn(row, item))
      throw crmError(
        400,
        'INVALID_FIELD',
        `No such column '${String(item)}' on entity '${object}'.`,
      );
    const steps = item.split('.');
    const last = steps.pop() ?? '';
    let at = record;
    for (const step of steps) {
      const below = (at[step] ?? { attributes: { type: step } }) as Record<string, unknown>;
      at[step] = below;
      at = below;
    }
    at[last] = row[item];
  }
  return record;
}
