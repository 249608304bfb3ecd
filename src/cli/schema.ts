/** `switchboard schema`: the published contract, and how the code has moved away from it. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildSchema as buildSchemaFromText,
  findBreakingChanges,
  findDangerousChanges,
  printSchema,
} from 'graphql';
import { UserInputError } from '../errors.ts';
import { buildSchema } from '../graph/schema.ts';
import { modelOf } from '../main/model.ts';
import { readText } from './query.ts';

const usage = 'switchboard schema print | check | diff [OTHER.graphql]';
const published = fileURLToPath(new URL('../../schema/schema.graphql', import.meta.url));

/** @returns 1 when `check` finds drift or `diff` a breaking change. */
export async function runSchema([what, other, ...rest]: readonly string[]): Promise<number> {
  if (rest.length > 0 || (other !== undefined && what !== 'diff')) throw misuse();
  const text = printedSchema();
  switch (what) {
    case 'print':
      writeFileSync(published, text);
      process.stdout.write(`schema/schema.graphql: ${text.split('\n').length} lines\n`);
      return 0;
    case 'check':
      if (existsSync(published) && readFileSync(published, 'utf8') === text) return 0;
      process.stderr.write(
        'schema/schema.graphql is not what the code serves. Print it with `npm run schema` and review the diff.\n',
      );
      return 1;
    case 'diff':
      return diff(readText(other ?? published), text);
    default:
      throw misuse();
  }
}

const misuse = (): UserInputError => new UserInputError(`Usage: ${usage}`);

/** The schema with the shipped example's custom fields, which is the one the synthetic company has. */
export function printedSchema(): string {
  return `${printSchema(buildSchema(modelOf(null, true)))}\n`;
}

/** Tells what a client written against `before` would notice. */
function diff(before: string, after: string): number {
  const [old, next] = [buildSchemaFromText(before), buildSchemaFromText(after)];
  const breaking = findBreakingChanges(old, next);
  const dangerous = findDangerousChanges(old, next);
  const lines = [
    ...breaking.map(({ description }) => `breaking   ${description}`),
    ...dangerous.map(({ description }) => `dangerous  ${description}`),
  ];
  if (lines.length === 0) lines.push('Nothing that a client would notice.');
  process.stdout.write(`${lines.join('\n')}\n`);
  return breaking.length > 0 ? 1 : 0;
}
