/** References to the CRM's types, one object type and one connection type per object of the model. */

import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { Connection } from '../../fetch/connection.ts';
import type { Builder, OpenRef, Ref } from '../builder.ts';
import { connectionType } from '../connection-type.ts';
import type { CrmRow } from './crm-row.ts';

export interface CrmType {
  readonly object: CrmObject;
  readonly row: OpenRef<CrmRow>;
  readonly connection: Ref<Connection<CrmRow>>;
}

/** By the object's API name. */
export type CrmTypes = ReadonlyMap<string, CrmType>;

export function createCrmTypes(builder: Builder, model: CrmModel): CrmTypes {
  return new Map(
    model.objects.map((object) => {
      const row = builder.objectRef<CrmRow>(object.typeName);
      const connection = connectionType<CrmRow, Connection<CrmRow>>(builder, row, {
        name: object.typeName,
        description: `records of the CRM's object ${object.name}.`,
      });
      return [object.name, { object, row, connection }] as const;
    }),
  );
}

/** The type of an object; every object of the model has one. */
export function crmType(types: CrmTypes, object: string): CrmType {
  const type = types.get(object);
  if (type === undefined) throw new Error(`The graph has no type for the CRM object ${object}.`);
  return type;
}
