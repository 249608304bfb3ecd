/**
 * `npm run package`: the package in `dist/package`, and its tarball beside it. What runs in the checkout becomes
 * JavaScript below `lib/`, file by file, so that each finds `schema/`, `queries/` and `dist/` where it finds them here.
 */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Lock, packageManifest, shrinkwrap, type TopManifest } from './manifest.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/package');

const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

const writeJson = (name: string, value: object): void =>
  writeFileSync(join(target, name), `${JSON.stringify(value, null, 2)}\n`);

/** The tools of this checkout, under the Node that runs this. */
function run(tool: string, args: readonly string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** What is copied as it is: here, and in the package. */
const copies: readonly (readonly [string, string])[] = [
  ['package/switchboard.js', 'bin/switchboard.js'],
  ['package/README.md', 'README.md'],
  ['LICENSE', 'LICENSE'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['schema/schema.graphql', 'schema/schema.graphql'],
  ['schema/subgraph.graphql', 'schema/subgraph.graphql'],
  ['schema/cache-keys.json', 'schema/cache-keys.json'],
  ['schema/custom.example.json', 'schema/custom.example.json'],
  ['schema/operations', 'schema/operations'],
  ['queries', 'queries'],
  ['dist/dashboard', 'dist/dashboard'],
  ['dist/graphiql', 'dist/graphiql'],
  [
    'src/dashboard/graphql/persisted-documents.json',
    'lib/dashboard/graphql/persisted-documents.json',
  ],
];

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(target, to)), { recursive: true });
  cpSync(join(root, from), join(target, to), { recursive: true });
}

/** Files that modules read from beside themselves: texts of the demonstration. The pages are built. */
const dataFiles = (): readonly string[] =>
  readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, 'src/').length))
    .filter((path) => !/^(?:dashboard|graphiql)\//.test(path));

/** Imports between declarations, in which the compiler leaves the names of the sources. */
const declarationImport = /((?:from|import)\s*\(?\s*['"]\.[^'"]+)\.ts(['"])/g;

/** Only what `exports` leads to can be read: the other declarations would be a quarter of the package. */
function keepReachableDeclarations(entry: string): void {
  const reachable = new Map<string, string>();
  const walk = (file: string): void => {
    if (reachable.has(file)) return;
    const text = readFileSync(file, 'utf8');
    reachable.set(file, text.replaceAll(declarationImport, '$1.js$2'));
    for (const [, before = ''] of text.matchAll(declarationImport))
      walk(join(dirname(file), `${before.slice(before.search(/['"]/) + 1)}.d.ts`));
  };
  walk(entry);
  for (const { parentPath, name } of readdirSync(join(target, 'lib'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(parentPath, name);
    const text = reachable.get(file);
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
}

for (const page of ['dashboard', 'graphiql'])
  if (!existsSync(join(root, `dist/${page}/index.html`)))
    throw new Error(`Expected the page ${page} to be built; \`npm run ${page}\` builds it.`);
rmSync(target, { recursive: true, force: true });
run('typescript/bin/tsc', ['--project', 'package/tsconfig.json']);
keepReachableDeclarations(join(target, 'lib/library.d.ts'));
for (const [from, to] of copies) copy(from, to);
for (const path of dataFiles()) copy(`src/${path}`, `lib/${path}`);
const manifest = packageManifest(readJson<TopManifest>('package.json'));
writeJson('package.json', manifest);
writeJson('npm-shrinkwrap.json', shrinkwrap(readJson<Lock>('package-lock.json'), manifest));
const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: target,
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
}).trim();
const path = relative(process.cwd(), join(target, '..', tarball));
process.stdout.write(`${path}\nStart it with Node 24 or later: npx ./${path}\n`);
