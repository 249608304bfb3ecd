/** `npm run docs:reference`: writes the pages of the reference that are made of code. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codePages } from './code-page.ts';
import { schemaPages } from './schema-page.ts';

const folder = join(import.meta.dirname, '../../reference');
// Types that are gone leave no page.
rmSync(join(folder, 'schema'), { recursive: true, force: true });
for (const { path, text } of [...(await codePages()), ...schemaPages()]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
