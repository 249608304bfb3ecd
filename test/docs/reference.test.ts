/** Pages of the reference: the committed ones are what the code says, the schema's have every type and field. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { codePages } from '../../docs/.vitepress/reference/code-page.ts';
import { schemaPages } from '../../docs/.vitepress/reference/schema-page.ts';
import { variables } from '../../src/config/variable.ts';
import { variableGroups } from '../../src/config/variable-group.ts';
import { faultSchema, scope } from '../../src/demo/fault/fault.ts';
import { root, textOf } from './page.ts';

it('what is committed is what the code says: npm run docs:reference prints it anew', async () => {
  for (const { path, text } of await codePages())
    expect(textOf(join('docs/reference', path)), path).toBe(text);
});

it('every variable is in a group, in the order of their declaration', () => {
  expect(variableGroups().flatMap(({ names }) => names)).toEqual(Object.keys(variables));
});

it('what is said of a fault names all its words', () => {
  for (const { shape, description = '' } of faultSchema.options) {
    const members = Object.entries(shape).filter(([name]) => name !== 'kind' && !(name in scope));
    const words = members.flatMap(([name, member]) => [
      ...(['change', 'reason', 'form'].includes(name) ? [] : [name]),
      ...(member instanceof z.ZodEnum ? member.options.map(String) : []),
    ]);
    const missing = words.filter((word) => !description.includes(word));
    expect(missing, shape.kind.value).toEqual([]);
  }
});

it('every type of the schema has one place, every root field too, and links lead to both', () => {
  const schema = buildSchema(readFileSync(join(root, 'schema/schema.graphql'), 'utf8'));
  const pages = schemaPages();
  const headings = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => [name, path] as const),
  );
  const types = Object.keys(schema.getTypeMap()).filter(
    (name) => !/^_|^(Query|String|Int|Float|Boolean|ID)$/.test(name),
  );
  expect(
    headings
      .map(([name]) => name)
      .filter((name) => types.includes(name))
      .sort(),
  ).toEqual(types.sort());
  const anchors = new Set(headings.map(([name, path]) => `${path}#${name.toLowerCase()}`));
  const links = pages.flatMap(({ text }) =>
    [...text.matchAll(/\]\(([\w-]+\.md#\w+)\)/g)].map(([, target]) => `schema/${target}`),
  );
  expect(links.filter((target) => !anchors.has(target))).toEqual([]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue;
    for (const name of Object.keys(type.getFields()).filter((field) => !field.startsWith('_')))
      expect(pages.some(({ text }) => text.includes(`\n| \`${name}\` |`))).toBe(true);
  }
});
