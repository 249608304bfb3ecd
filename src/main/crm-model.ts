/** CRM model: standard objects and the organisation's own. */

import { dataSources } from '../config/data-source.ts';
import { type Config, ConfigError } from '../config.ts';
import { CustomSchemaError, parseCustomSchema } from '../contract/crm/custom-schema.ts';
import { exampleCustomSchema } from '../contract/crm/example-schema.ts';
import { buildCrmModel, type CrmModel } from '../contract/crm/model.ts';

/**
 * @param customSchema JSON of the organisation's custom objects and fields; null where it declares none.
 * @param embedded whether the data is the synthetic company's alone, which has the shipped example's unless others are declared.
 * @throws CustomSchemaError with every issue.
 */
export function crmModelOf(customSchema: unknown, embedded: boolean): CrmModel {
  if (customSchema !== null) return buildCrmModel(parseCustomSchema(customSchema));
  return buildCrmModel(embedded ? exampleCustomSchema() : undefined);
}

/** Model of all tenants: the example's objects are there only where no tenant's CRM would be asked for them in vain. */
export function crmModelFor(config: Config): CrmModel {
  const sources = [...dataSources(config).values()];
  const { CRM_CUSTOM_SCHEMA: file } = config.environment;
  try {
    return crmModelOf(
      config.customSchema,
      sources.every(({ kind }) => kind === 'embedded'),
    );
  } catch (error) {
    if (!(error instanceof CustomSchemaError) || file === undefined || config.discoversSchema)
      throw error;
    throw new ConfigError(
      error.issues.map(({ path, message }) => `CRM_CUSTOM_SCHEMA: ${path} in ${file}: ${message}`),
    );
  }
}
