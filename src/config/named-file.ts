/** Files that variables name: their text, or an issue that names the variable. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { utf8Text } from '../contract/wire/utf8.ts';
import { textExcess } from '../engine/document/document-parser.ts';
import { beginningOf } from '../errors.ts';
import { jsonFault } from './json-fault.ts';

/** @returns null where the file can't be read, which is an issue. */
export function readNamedFile(name: string, path: string, issues: string[]): string | null {
  try {
    const text = utf8Text(readFileSync(path));
    if (text === null) issues.push(`${name}: expected a file in UTF-8 at ${path}; got other bytes`);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    issues.push(`${name}: expected a file that can be read at ${resolve(path)}; got ${code}`);
    return null;
  }
}

/** @returns null where the variable is unset or its file is no JSON. */
export function readNamedJson(name: string, path: string | undefined, issues: string[]): unknown {
  const text = path === undefined ? null : readNamedFile(name, path, issues);
  if (text === null) return null;
  const fault = jsonFault(text);
  if (fault === null) return JSON.parse(text);
  issues.push(`${name}: expected JSON in ${path}; ${fault}`);
  return null;
}

const manifest = z.record(z.string(), z.string());

/** Trusted documents by id or hash. */
export function readManifest(
  path: string | undefined,
  issues: string[],
): Readonly<Record<string, string>> {
  const name = 'DOCUMENT_MANIFEST';
  const json = readNamedJson(name, path, issues);
  if (json === null) return {};
  const { success, data } = manifest.safeParse(json);
  if (!success) {
    issues.push(`${name}: expected an object of texts in ${path}; got something else`);
    return {};
  }
  // What else is wrong is found later.
  for (const [document, text] of Object.entries(data)) {
    const excess = textExcess(text);
    if (excess !== null)
      issues.push(`${name}: "${beginningOf(document, 80)}" in ${path}: ${excess}`);
  }
  return data;
}
