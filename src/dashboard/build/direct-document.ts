/**
 * Replaces each call of `graphql(…)` by its typed document. The generated function looks a text up in a table of
 * all documents, which would be part of every page.
 */

import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, print } from 'graphql';
import type { Plugin } from 'vite';
import { makeTypedQuestions } from './codegen.ts';

interface TypedText {
  readonly __meta__?: Readonly<Record<string, unknown>>;
}

interface Generated {
  /** By name. */
  readonly documents: Readonly<Record<string, TypedText>>;
  /** By hash. */
  readonly texts: ReadonlyMap<string, string>;
}

const folder = new URL('../graphql/', import.meta.url);
const types = new URL('graphql.ts', folder);
const call = /\bgraphql\(\s*`\s*(query|fragment) (\w+)(?:[^\w`][^`]*)?`,?\s*\)/g;

export function directDocuments(): Plugin {
  let generated: Promise<Generated>;
  return {
    name: 'direct-documents',
    async buildStart() {
      // Components import what it makes.
      await makeTypedQuestions();
      generated = readGenerated();
    },
    transform: {
      filter: { id: /\.tsx?$/, code: /\bgraphql\(`|new TypedDocumentString/ },
      async handler(code, file) {
        // The bundler then drops documents without an import.
        if (file === fileURLToPath(types))
          return {
            code: code.replaceAll(/new TypedDocumentString/g, '/* @__PURE__ */ $&'),
            map: null,
          };
        const { documents, texts } = await generated;
        const direct = code.replace(call, (_, kind: string, name: string) => {
          const meta = documents[name + (kind === 'query' ? 'Document' : 'FragmentDoc')]?.__meta__;
          if (meta === undefined)
            throw new Error(`Expected ${kind} ${name} to be typed by codegen.ts.`);
          // Fragments are in the texts of their questions, and are themselves looked at for their name alone.
          const text = kind === 'query' ? (texts.get(String(meta.hash)) ?? '') : '';
          return `new TypedDocumentString(${JSON.stringify(text)}, ${JSON.stringify(meta)})`;
        });
        const from = JSON.stringify(fileURLToPath(types));
        return { code: `import { TypedDocumentString } from ${from};\n${direct}`, map: null };
      },
    },
  };
}

/** Anew for each build, since codegen may have written it anew. */
async function readGenerated(): Promise<Generated> {
  const manifest = JSON.parse(
    readFileSync(new URL('persisted-documents.json', folder), 'utf8'),
  ) as Record<string, string>;
  return {
    documents: await import(`${types.href}?${statSync(types).mtimeMs}`),
    // The texts a server trusts, as GraphQL's own printer writes them: these it trusts as well.
    texts: new Map(Object.entries(manifest).map(([hash, text]) => [hash, print(parse(text))])),
  };
}
