/** The CRM's model: its standard objects and the organisation's own. */

import { parseCustomSchema } from '../records/crm/custom.ts';
import { buildCrmModel, type CrmModel } from '../records/crm/model.ts';
import { exampleCustomSchema } from '../service/synthetic/custom-schema.ts';

/**
 * @param customSchema JSON of the organisation's custom objects and fields; null where it declares none.
 * @param embedded the synthetic company has the shipped example's, unless others are declared.
 * @throws CustomSchemaError with every fault.
 */
export function modelOf(customSchema: string | null, embedded: boolean): CrmModel {
  if (customSchema !== null) return buildCrmModel(parseCustomSchema(JSON.parse(customSchema)));
  return buildCrmModel(embedded ? exampleCustomSchema() : undefined);
}
