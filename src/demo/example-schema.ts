/** Default custom fields and objects of the synthetic company: the shipped example. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CustomSchema, parseCustomSchema } from '../contract/crm/custom-schema.ts';
import type { CrmModel } from '../contract/crm/model.ts';

export function exampleCustomSchema(): CustomSchema {
  const path = join(import.meta.dirname, '../../schema/custom.example.json');
  return parseCustomSchema(JSON.parse(readFileSync(path, 'utf8')));
}

/** Changes whenever an object or a stored field of the model does. */
export function fingerprintOf(model: CrmModel): string {
  const text = model.objects
    .map(
      ({ name, fields }) =>
        `${name}(${fields.map((field) => `${field.name}:${field.spec.type}`).join()})`,
    )
    .join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
