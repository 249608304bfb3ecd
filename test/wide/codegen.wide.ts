/** The generated files in the tree are those of `npm run codegen`. */

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const codegen = () =>
  promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/.bin/graphql-codegen'), '--config', 'codegen.ts'],
    { cwd: root },
  );

describe("the documents of the dashboard's screens", () => {
  it('are what `npm run codegen` makes of their components', async () => {
    const folder = join(root, 'src/dashboard/graphql');
    const read = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const committed = read();
    await codegen();
    expect(read()).toEqual(committed);
  });
});
