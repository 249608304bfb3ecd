/** CRM model: standard objects and the organisation's own. */

import { exampleCustomSchema } from '../connector-service/backends/synthetic/example-schema.ts';
import { parseCustomSchema } from '../contract/crm/custom-schema.ts';
import { buildCrmModel, type CrmModel } from '../contract/crm/model.ts';

/**
 * @param customSchema JSON of the organisation's custom objects and fields; null where it declares none.
 * @param embedded the synthetic company has the shipped example's, unless others are declared.
 * @throws CustomSchemaError with every issue.
 */
export function crmModelOf(customSchema: unknown, embedded: boolean): CrmModel {
  if (customSchema !== null) return buildCrmModel(parseCustomSchema(customSchema));
  return buildCrmModel(embedded ? exampleCustomSchema() : undefined);
}
