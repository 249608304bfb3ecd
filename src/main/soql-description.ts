/**
 * Descriptions by SOQL: what a hosted connector service, which answers statements alone, tells of the CRM's objects.
 * EntityDefinition has the organisation's own, EntityParticle their fields, RelationshipDomain the names of child lists.
 */

import { isCustomName } from '../contract/crm/naming.ts';
import { standardObjects } from '../contract/crm/standard.ts';
import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import { printQuery } from '../soql/print.ts';
import type { Query } from '../soql/query.ts';
import { maxRows } from '../soql/statement-limit.ts';

/** The rows of a statement that is one page. */
export type AskRows = (q: string) => Promise<readonly Row[]>;

/** Objects of a statement; each has some hundred fields, and a page 2,000 rows. */
const objectsAtOnce = 10;
const objectName = 'QualifiedApiName';

/**
 * Objects as the connected user may see them, in the form of the CRM's own descriptions, but for picklist values.
 * @param isMeant which of all, by the head of its description
 * @param note receives what can't be told
 * @throws as `ask`
 */
export async function describeBySoql(
  ask: AskRows,
  isMeant: (head: Row) => boolean,
  note: (sentence: string) => void,
): Promise<readonly Row[]> {
  const heads = [
    ...standardObjects.map(({ object: name, keyPrefix }) => ({ name, keyPrefix, queryable: true })),
    ...(await customHeads(ask)),
  ].filter(isMeant);
  const names = heads.map(({ name }) => String(name));
  const fields = await rowsByObject(ask, names, {
    object: 'EntityParticle',
    path: `EntityDefinition.${objectName}`,
    columns: [
      objectName,
      'Label',
      'DataType',
      'IsNillable',
      'Length',
      'InlineHelpText',
      'ReferenceTo',
      'RelationshipName',
    ],
  });
  const children = await rowsByObject(ask, names, {
    object: 'RelationshipDomain',
    path: `ParentSobject.${objectName}`,
    columns: [`ChildSobject.${objectName}`, `Field.${objectName}`, 'RelationshipName'],
  }).catch(() => {
    note('Lists of children are left out: the CRM does not tell their names by a statement.');
    return new Map<string, readonly Row[]>();
  });
  return heads.flatMap((head) => {
    const name = String(head.name);
    const rowsOfObject = fields.get(name);
    if (rowsOfObject === undefined) return [];
    const childRelationships = (children.get(name) ?? []).map(childOf);
    return [{ ...head, fields: rowsOfObject.map(fieldOf), childRelationships }];
  });
}

async function customHeads(ask: AskRows): Promise<readonly Row[]> {
  const rows = await ask(
    printQuery({
      object: 'EntityDefinition',
      select: [objectName, 'Label', 'KeyPrefix', 'IsQueryable', 'IsSearchable', 'IsCustomSetting'],
      where: { op: 'like', path: objectName, pattern: '%\\_\\_c' },
      limit: maxRows,
    }),
  );
  return rows.map((row) => ({
    name: row[objectName],
    label: row.Label,
    keyPrefix: row.KeyPrefix,
    custom: true,
    customSetting: row.IsCustomSetting,
    queryable: row.IsQueryable,
    searchable: row.IsSearchable,
  }));
}

interface Definition {
  readonly object: string;
  /** Path of the object's name. */
  readonly path: string;
  readonly columns: readonly string[];
}

/** Rows of many objects by their name, some objects a statement; one whose page is full is asked for by halves. */
async function rowsByObject(
  ask: AskRows,
  names: readonly string[],
  definition: Definition,
): Promise<Map<string, readonly Row[]>> {
  const { object, path, columns } = definition;
  const rows = new Map<string, Row[]>();
  const open: (readonly string[])[] = [];
  for (let from = 0; from < names.length; from += objectsAtOnce)
    open.push(names.slice(from, from + objectsAtOnce));
  for (let chunk = open.shift(); chunk !== undefined; chunk = open.shift()) {
    const query: Query = {
      object,
      select: [path, ...columns],
      where: { op: 'in', path, values: chunk },
      limit: maxRows,
    };
    const page = await ask(printQuery(query));
    if (page.length >= maxRows && chunk.length > 1) {
      const half = Math.ceil(chunk.length / 2);
      open.unshift(chunk.slice(0, half), chunk.slice(half));
      continue;
    }
    for (const row of page) {
      const name = String(valueAt(row, path));
      const rowsOfObject = rows.get(name) ?? [];
      rowsOfObject.push(row);
      rows.set(name, rowsOfObject);
    }
  }
  return rows;
}

function fieldOf(row: Row): Row {
  const { ReferenceTo: targets } = row;
  const name = String(row[objectName]);
  return {
    name,
    label: row.Label,
    type: String(row.DataType).toLowerCase(),
    length: row.Length,
    nillable: row.IsNillable,
    inlineHelpText: row.InlineHelpText,
    custom: isCustomName(name),
    referenceTo: isObject(targets) ? targets.referenceTo : targets,
    relationshipName: row.RelationshipName,
  };
}

const childOf = (row: Row): Row => ({
  childSObject: valueAt(row, `ChildSobject.${objectName}`),
  field: valueAt(row, `Field.${objectName}`),
  relationshipName: row.RelationshipName,
});

function valueAt(row: Row, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), row);
}
