/** All rows of the matrix, and the lists of the schema they must cover. */

import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { schema, type World } from '../world.ts';
import { callLists } from './call-list.ts';
import { callParts } from './call-part.ts';
import { crmLists } from './crm-list.ts';
import { linkLists } from './link-list.ts';
import { RawTables } from './raw-table.ts';
import type { MatrixList, Owner } from './row.ts';

export const matrixLists: readonly MatrixList[] = [
  ...crmLists,
  ...callLists,
  ...callParts,
  ...linkLists,
];

/** `Type.field` of every list of objects in the schema. */
export function listsOfSchema(): readonly string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter((field) => isList(type.name, field))
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
}

function isList(type: string, field: GraphQLField<unknown, unknown>): boolean {
  // Looked up once a day, and not by the question that shows it.
  if (type === 'CrmCurrencies') return false;
  // What describes the CRM is one page, and an error where the page lacks rows.
  if (/^Crm(?:ObjectDescription|FieldDescription|RecordTypeDescription|Picklist)$/.test(type))
    return false;
  const named = getNamedType(field.type);
  if (named.name === 'CrmPicklist') return false;
  if (named.name.endsWith('Connection')) return true;
  // The rows of a connection are its own list.
  if (type.endsWith('Connection') && /^(nodes|edges)$/.test(field.name)) return false;
  return isListType(getNullableType(field.type)) && isCompositeType(named);
}

/** What the lists of one world hold, read once. */
export function truths(
  world: Pick<World, 'service'>,
): (list: MatrixList) => Promise<readonly Owner[]> {
  const raw = new RawTables(world);
  const known = new Map<MatrixList, Promise<readonly Owner[]>>();
  return (list) => {
    const found = known.get(list) ?? list.owners(raw);
    known.set(list, found);
    return found;
  };
}
