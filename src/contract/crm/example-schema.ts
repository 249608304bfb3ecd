/** The shipped example of an organisation's custom fields and objects: the published schema has them, and the demonstration. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CustomSchema, parseCustomSchema } from './custom-schema.ts';

export function exampleCustomSchema(): CustomSchema {
  const path = join(import.meta.dirname, '../../../schema/custom.example.json');
  return parseCustomSchema(JSON.parse(readFileSync(path, 'utf8')));
}
