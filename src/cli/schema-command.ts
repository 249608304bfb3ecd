/** `switchboard schema`: the published contract, and the code's differences from it. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildSchema as buildSchemaFromText,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  printSchema,
} from 'graphql';
import { loadConfig } from '../config.ts';
import { UserInputError } from '../errors.ts';
import { cacheKeys } from '../graph/cache-key.ts';
import { printedSubgraph } from '../graph/federation.ts';
import { buildSchema } from '../graph/schema.ts';
import { crmModelOf } from '../main/crm-model.ts';
import { discoverSchema, summaryOf } from '../main/schema-discovery.ts';
import { stderr, stdout } from '../main/terminal.ts';
import { commands } from './command-line.ts';
import { expectFlags, misuse, readFlags } from './flag.ts';
import { readQueryFile } from './query-command.ts';
import { withoutAnnounced } from './schema-removal.ts';

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../schema/${name}`, import.meta.url));
const published = fileOf('schema.graphql');
/** An installed package is not written into: its schema goes to standard output. */
const isPackage = import.meta.url.endsWith('.js');

/** @returns 1 when `check` finds drift or `diff` a breaking change. */
export async function runSchema(args: readonly string[]): Promise<number> {
  const { values, positionals, flagNames } = readFlags(args, commands.schema);
  const [what, other, ...others] = positionals;
  const takesOther = what === 'diff' || what === 'keys';
  if (others.length > 0 || (other !== undefined && !takesOther)) throw refused(positionals);
  if (what === 'discover') return discover(values);
  expectFlags(commands.schema, `schema ${what ?? ''}`.trim(), flagNames, []);
  if (what === 'keys') {
    stdout.write(printedKeys(readSchema(other ?? published)));
    return 0;
  }
  switch (what) {
    case 'print':
      if (isPackage) {
        stdout.write(`${printSchema(exampleSchema())}\n`);
        return 0;
      }
      for (const [name, text] of printedFiles()) {
        // A link would lead elsewhere.
        rmSync(fileOf(name), { force: true });
        writeFileSync(fileOf(name), text, { flag: 'wx' });
        stdout.write(`schema/${name}: ${text.split('\n').length} lines\n`);
      }
      return 0;
    case 'check': {
      const drifted = [...printedFiles()].filter(([name, text]) => read(name) !== text);
      for (const [name] of drifted) {
        stderr.write(
          `schema/${name} is not what the code serves. Print it with \`npm run schema\` and review the diff.\n`,
        );
      }
      return drifted.length === 0 ? 0 : 1;
    }
    case 'diff':
      return diff(readSchema(other ?? published), printSchema(exampleSchema()));
    default:
      throw refused(positionals);
  }
}

const refused = (args: readonly string[]) =>
  misuse(
    commands.schema,
    `Expected print, check, diff, keys or discover; got "${args.join(' ')}".`,
  );

/** Writes the custom schema file; what is left out of it, or renamed, goes to standard error. */
async function discover(flags: {
  readonly object: readonly string[];
  readonly used: boolean;
  readonly out?: string | undefined;
}): Promise<number> {
  const { object, used, out } = flags;
  if (out !== undefined && existsSync(out))
    throw new UserInputError(`--out: expected a path where nothing is yet; ${out} is there`);
  const objects = object.length === 0 ? {} : { objects: object };
  const { schema, notes } = await discoverSchema(loadConfig(), { used, ...objects });
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  for (const note of notes) stderr.write(`${note}\n`);
  stderr.write(`${summaryOf(schema)}\n`);
  // Nothing that came in between is replaced, and no link is followed.
  if (out !== undefined) writeFileSync(out, text, { flag: 'wx' });
  else stdout.write(text);
  return 0;
}

/** The published schema, with the shipped example's custom fields, which the synthetic company has. */
const exampleSchema = (): GraphQLSchema => buildSchema(crmModelOf(null, true));

/** The published files by name. */
function printedFiles(): ReadonlyMap<string, string> {
  const schema = exampleSchema();
  return new Map([
    ['schema.graphql', `${printSchema(schema)}\n`],
    // The subgraph for a router: with @key, which the ordinary printer drops.
    ['subgraph.graphql', `${printedSubgraph(schema)}\n`],
    ['cache-keys.json', printedKeys(schema)],
  ]);
}

const printedKeys = (schema: GraphQLSchema): string =>
  `${JSON.stringify(cacheKeys(schema), null, 2)}\n`;

const read = (name: string): string | null =>
  existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : null;

function readSchema(path: string): GraphQLSchema {
  const text = readQueryFile(path);
  try {
    return buildSchemaFromText(text);
  } catch (error) {
    throw new UserInputError(`Expected a schema at ${path}; got ${(error as Error).message}`);
  }
}

/**
 * Reports the changes that a client written against `old` would notice. What `old` had deprecated may go: a client
 * was told, so its removal is named and breaks nothing.
 */
function diff(old: GraphQLSchema, after: string): number {
  const next = buildSchemaFromText(after);
  const describe = (before: GraphQLSchema): readonly string[] =>
    findBreakingChanges(before, next).map(({ description }) => description);
  const breaking = describe(withoutAnnounced(old, next));
  const removed = describe(old).filter((description) => !breaking.includes(description));
  const dangerous = findDangerousChanges(old, next);
  const lines = [
    ...breaking.map((description) => `breaking   ${description}`),
    ...removed.map((description) => `removed    ${description} It was deprecated.`),
    ...dangerous.map(({ description }) => `dangerous  ${description}`),
  ];
  if (lines.length === 0) lines.push('Nothing that a client would notice.');
  stdout.write(`${lines.join('\n')}\n`);
  return breaking.length > 0 ? 1 : 0;
}
