/**
 * Codegen: typed documents of the dashboard's questions, and their texts, which the gateway trusts, in `graphql/`, where
 * nothing is committed. They are made of the schema and of the documents in the components whenever one of these has
 * changed: by the build, by the tests, and by this file as a program.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const dashboard = new URL('src/dashboard/', root);
const schema = new URL('schema/schema.graphql', root);
/** Written last, so that what failed is tried again. */
const stamp = new URL('graphql/made-of.txt', dashboard);

/** Types of answers and variables, as JSON carries them; a scalar that is not listed here fails the run. */
export const answerTypes = {
  strictScalars: true,
  scalars: {
    Date: 'string',
    DateTime: 'string',
    EmailAddress: 'string',
    JSON: 'unknown',
    URL: 'string',
    _Any: 'unknown',
  },
  onlyOperationTypes: true,
  useTypeImports: true,
};

/**
 * Makes what is not there, or older than the schema or a document.
 * @throws Error that names each document the schema does not fit.
 */
export async function makeTypedQuestions(): Promise<void> {
  const digest = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  // Loaded only where there is something to make: they take longer to load than to find that out.
  const { generate } = await import('@graphql-codegen/cli');
  await generate({
    cwd: fileURLToPath(root),
    silent: true,
    importExtension: '.ts',
    generates: {
      'src/dashboard/graphql/': {
        schema: await undescribed(readFileSync(schema, 'utf8')),
        documents: ['src/dashboard/**/*.{ts,tsx}', '!src/dashboard/graphql/**'],
        preset: 'client',
        presetConfig: {
          fragmentMasking: { unmaskFunctionName: 'readFragment' },
          persistedDocuments: { hashAlgorithm: 'sha256' },
        },
        config: { ...answerTypes, documentMode: 'string' },
        hooks: { beforeOneFileWrite: withoutTexts },
      },
    },
  });
  writeFileSync(stamp, digest);
}

/** Of all that typed documents are made of: the schema, the documents as they stand in the code, this file and its libraries. */
function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of [schema, new URL('package-lock.json', root), new URL(import.meta.url)])
    hash.update(readFileSync(file));
  const names = readdirSync(dashboard, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('graphql/')))
    for (const [document] of readFileSync(new URL(name, dashboard), 'utf8').matchAll(
      /\bgraphql\(\s*`[^`]*`/g,
    ))
      hash.update(`${name} ${document}\n`);
  return hash.digest('hex');
}

/** Without descriptions, which would be nearly half of the types. */
async function undescribed(text: string): Promise<string> {
  const { parse, print, visit } = await import('graphql');
  const document = visit(parse(text), {
    leave: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return print(document);
}

/** Leaves the name and hash of each document: its text is in the component, and the build reads that of a question by hash. */
const withoutTexts = (_path: string, content: string): string =>
  content.replaceAll(/(?<=new TypedDocumentString\()`[^`]*`/g, "''");

if (import.meta.main) await makeTypedQuestions();
