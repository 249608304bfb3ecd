import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

/** The import table of ARCHITECTURE.md: what each folder or top-level file of src may import. */
function importTable(): Map<string, Set<string>> {
  const rows = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    .split('## Imports')[1]!
    .split('\n')
    .filter((line) => /^\| [a-z-]+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.map(([, from, to]) => [from!, new Set(to!.split(', ').filter((name) => name !== ''))]),
  );
}

function sources(): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('dashboard/graphql/'),
  );
}

/** Relative imports of a source file, as paths below src. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    relative(src, resolve(src, dirname(file), match[1]!)),
  );
}

const area = (file: string): string => file.split('/')[0]!.replace(/\.tsx?$/, '');

describe('imports', () => {
  const table = importTable();

  it('run one way, as the table in ARCHITECTURE.md says', () => {
    const strays = sources().flatMap((file) =>
      importsOf(file)
        .filter(
          (target) => area(target) !== area(file) && !table.get(area(file))?.has(area(target)),
        )
        .map((target) => `${file} → ${target}`),
    );
    expect(strays).toEqual([]);
  });

  it('never join call analytics and CRM below graph/links', () => {
    const strays = sources().flatMap((file) =>
      importsOf(file)
        .filter((target) =>
          ['graph', 'contract'].some(
            (top) =>
              (file.startsWith(`${top}/calls/`) && target.startsWith(`${top}/crm/`)) ||
              (file.startsWith(`${top}/crm/`) && target.startsWith(`${top}/calls/`)),
          ),
        )
        .map((target) => `${file} → ${target}`),
    );
    expect(strays).toEqual([]);
  });

  it('never lead in a circle, types and late ones included', () => {
    const edges = new Map(sources().map((file) => [file, importsOf(file)]));
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (way.includes(file) || done.has(file)) return;
      for (const target of edges.get(file) ?? []) walk(target, [...way, file]);
      done.add(file);
    };
    for (const file of edges.keys()) walk(file, []);
    expect(circles).toEqual([]);
  });

  it('of the demonstration come late, by its one door, so that production never loads it', () => {
    const strays = sources()
      .filter((file) => area(file) !== 'demo')
      .flatMap((file) => {
        const lines = readFileSync(join(src, file), 'utf8').split('\n');
        return lines
          .filter((line) => /'[./]*\/demo\//.test(line))
          .filter((line) => !/(^import type .* from |\bimport\()'[./]*\/demo\/open\.ts'/.test(line))
          .map((line) => `${file}: ${line.trim()}`);
      });
    expect(strays).toEqual([]);
  });

  it('have a row in the table for every part of src', () => {
    expect([...new Set(sources().map(area))].filter((name) => !table.has(name))).toEqual([]);
  });
});

describe('the table of likely changes', () => {
  const rows = [
    ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
      /^\| [^|]+ \| \[([^\]]+)\]\(([^)]+)\) \| `(\w+)` \|$/gm,
    ),
  ].map(([, shown, path, name]) => ({ shown, path: path!, name: name! }));

  it('has the twenty likeliest', () => {
    expect(rows.length).toBeGreaterThanOrEqual(20);
  });

  it.each(rows)('leads to $name in $path', ({ shown, path, name }) => {
    expect(shown).toBe(path);
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toMatch(
      new RegExp(`^export (async )?(const|function|class|interface|type) ${name}\\b`, 'm'),
    );
  });
});

describe('exported names', () => {
  // The pages are programs of their own: their types are compared among themselves.
  const program = (file: string): string =>
    ['dashboard', 'graphiql'].includes(area(file)) ? area(file) : 'src';

  /** Files by each name that they export, as far as `scopeOf` a file tells names apart. */
  function sharedNames(exported: RegExp, scopeOf: (file: string) => string): string[] {
    const files = sources().flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(exported)].map(
        ([, name]) => [`${scopeOf(file)}: ${name}`, file] as const,
      ),
    );
    return (
      [...Map.groupBy(files, ([name]) => name)]
        // Overloads are of one function.
        .map(([name, places]) => [name, [...new Set(places.map(([, file]) => file))]] as const)
        .filter(([, places]) => places.length > 1)
        .map(([name, places]) => `${name} in ${places.join(', ')}`)
    );
  }

  it('of types stand for one thing', () => {
    const types = /^export (?:abstract )?(?:class|type|interface) (\w+)/gm;
    expect(sharedNames(types, program)).toEqual([]);
  });

  it('of functions and values stand for one thing in their folder, which says whose they are', () => {
    const values = /^export (?:async )?(?:const|let|function\*?) (\w+)/gm;
    expect(sharedNames(values, dirname)).toEqual([]);
  });
});

describe('exports', () => {
  const imports =
    /^(?:import|export) (?:type )?(?:\{([^}]*)\}|\* as \w+) from '(\.[^']+)'|\bimport\('(\.[^']+)'/gm;
  /** Names that a file imports, by file; of `* as` and `import()`, every word of the text. */
  const importedBy = (file: string, text: string): [target: string, names: readonly string[]][] =>
    [...text.matchAll(imports)].map(([, list, path, late]) => [
      relative(root, resolve(dirname(file), path ?? late!)),
      (list ?? text).match(/\w+/g) ?? [],
    ]);

  it('are imported by another file', () => {
    const used = new Set<string>();
    // The reference is made of the code's own declarations.
    const files = ['src', 'test', 'docs/.vitepress'].flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
        .map((file) => join(root, top, file)),
    );
    for (const file of files)
      for (const [target, names] of importedBy(file, readFileSync(file, 'utf8')))
        for (const name of names) used.add(`${target} ${name}`);
    // The dashboard's exports are its components' properties, and fragments that its generator reads.
    const compared = sources().filter((file) => area(file) !== 'dashboard');
    const unused = compared.flatMap((file) =>
      [
        ...readFileSync(join(src, file), 'utf8').matchAll(
          /^export (?:abstract |async )*(?:const|let|function\*?|class|type|interface) (\w+)/gm,
        ),
      ]
        .map(([, name]) => `src/${file} ${name}`)
        .filter((one) => !used.has(one)),
    );
    expect(unused).toEqual([]);
  });
});

describe('what a request memoizes', () => {
  it('is in its context and in no WeakMap, which would hold it until a full garbage collection', () => {
    const byContext =
      /(?:WeakMap<|memoizeBy(?:Key<|Object\(\s*(?:async )?\([^)]*: ))(?:GraphContext|RequestRecord)\b|\bcreateContextCache\b/;
    const found = sources().filter(
      (file) =>
        // Spans are there only where a collector is configured.
        file !== 'server/tracing.ts' && byContext.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});

describe('what requests share', () => {
  /** Caches whose keys are no scoped ones, with the reason why no row of a viewer is in them. */
  const withoutScope: Readonly<Record<string, string>> = {
    'fetch/cursor.ts LRUCache<string, Buffer>': 'tags of texts, the scope one of them',
    'server/answer-cache.ts LRUCache<string, CachedBody>': 'what a body asks, and no answer',
    'server/document/document.ts LRUCache<string, string>': 'texts of documents',
    'server/document/document.ts LRUCache<string, Value>': 'what follows from a document alone',
    'server/identity/token.ts LRUCache<string, Checked>': 'who a token is',
    'server/linked-file.ts LRUCache<string, LinkedFile>':
      'by signed link, which is the right to it',
    'upstream/entity-store.ts LRUCache<Entry, Entry>': 'the order in which rows leave their stores',
    'upstream/entity-store.ts LRUCache<RowScope, ScopeStore>': 'stores by scope',
    'upstream/entity-store.ts LRUCache<string, number>': 'which rows have changed, for all scopes',
  };

  it('is kept under keys with the scope of rows, which one file makes, or has a reason to be without', () => {
    const shared = sources().filter((file) =>
      ['upstream', 'fetch', 'engine', 'graph', 'participants', 'server'].includes(area(file)),
    );
    const caches = shared.flatMap((file) => {
      const text = readFileSync(join(src, file), 'utf8').replace(/\s+/g, ' ');
      return [
        ...text.matchAll(/(?:LRUCache|createLru)< ?(\w+)(?:\['\w+'\])?, ([\w ()&{}:;[\]]+?)>/g),
      ].map(([, key, value]) => `${file} LRUCache<${key}, ${value}>`);
    });
    const unscoped = [...new Set(caches)].filter((cache) => !cache.includes('LRUCache<ScopedKey,'));
    expect(caches.length).toBeGreaterThan(unscoped.length);
    expect(unscoped.sort()).toEqual(Object.keys(withoutScope).sort());
    // No key is made of a text elsewhere.
    const forged = sources().filter(
      (file) =>
        file !== 'upstream/row-scope.ts' &&
        /\bas (ScopedKey|KeyPrefix)\b/.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(forged).toEqual([]);
  });
});

describe('caches of a number of entries', () => {
  it('are made in one place, which allocates nothing ahead', () => {
    const ahead = sources().filter((file) =>
      /new LRUCache\b[^;]*?[{,]\s*max[:,]/.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(ahead).toEqual([]);
  });
});

describe('files', () => {
  it('open with one sentence of purpose', () => {
    const silent = sources().filter(
      (file) => !/^(#!.*\n+)?\/\*\*/.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(silent).toEqual([]);
  });

  // Aimed at are 250 lines. Cutting one idea in two to stay below them helps nobody; functions are bounded by Biome.
  it('hold one idea, in 400 lines at most', () => {
    const long = sources()
      .filter((file) => !file.startsWith('demo/text/'))
      .map((file) => [file, readFileSync(join(src, file), 'utf8').split('\n').length - 1] as const)
      .filter(([, lines]) => lines > 400);
    expect(long).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names only files that exist', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    // The reference is made of the code's own declarations.
    const files = ['src', 'test', 'docs/.vitepress'].flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(
        (file) => `/${top}/${file}`,
      ),
    );
    const named = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });
});

describe('libraries', () => {
  it('have a reason each in ARCHITECTURE.md, and none has one that is not there', () => {
    const installed = [
      'package.json',
      'docs/package.json',
      'examples/federation/package.json',
    ].flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      );
    });
    const section = /## Libraries\n([\s\S]*?)(?=\n## |$)/.exec(
      readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'),
    )![1]!;
    const named = [...section.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    // Of several under one scope, the scope stands with the first.
    const has = (name: string): boolean =>
      named.includes(name) || named.includes(name.replace(/^@[^/]+\//, ''));
    expect(installed.filter((name) => !has(name))).toEqual([]);
    const spare = named.filter(
      (name) =>
        /^@?[a-z][a-z\d./-]*$/.test(name) &&
        !name.endsWith('/') &&
        !installed.some((one) => one === name || one.endsWith(`/${name}`)),
    );
    expect(spare).toEqual([]);
  });
});

/** Words that say nothing of what a variable holds: a reader has to look it up where it is set. */
const emptyWords: ReadonlySet<string> = new Set(
  'one own known found given made wanted rest place asked shown told whole nothing kept lent brought spot'.split(
    ' ',
  ),
);

/** Names of the variables, parameters and destructured members that a file declares. */
function declaredNames(file: string): string[] {
  const names: string[] = [];
  const bind = (pattern: unknown): void => {
    if (typeof pattern !== 'object' || pattern === null) return;
    const node = pattern as Readonly<Record<string, unknown>>;
    if (node.type === 'Identifier') names.push(String(node.name));
    for (const part of [node.left, node.argument, node.value, node.parameter]) bind(part);
    for (const list of [node.elements, node.properties])
      for (const part of (list as unknown[] | undefined) ?? []) bind(part);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Readonly<Record<string, unknown>>;
    if (node.type === 'VariableDeclarator') bind(node.id);
    for (const parameter of (node.params as unknown[] | undefined) ?? []) bind(parameter);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(join(src, file), 'utf8')).program);
  return names;
}

describe('local names', () => {
  it('say what they hold, but for 100 of 28,000', () => {
    const word = new RegExp(`(?<![.\\w])(${[...emptyWords].join('|')})(?= ?[,)=:}\\]]| of )`);
    // Most files have none of the words where a name may be declared, and need not be parsed.
    const mayHave = (file: string): boolean =>
      word.test(readFileSync(join(src, file), 'utf8').replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, ''));
    const empty = sources()
      .filter(mayHave)
      .flatMap((file) => declaredNames(file).map((name) => ({ file, name })))
      .filter(({ name }) => emptyWords.has(name))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(empty.length, empty.join('\n')).toBeLessThanOrEqual(100);
  });
});
