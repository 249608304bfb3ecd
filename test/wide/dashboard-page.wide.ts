/** docs/build/dashboard.md as a reader follows it, to the letter, in copies of this tree. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { openWorld } from '../support/world.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/build/dashboard.md'), 'utf8');
const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;

/**
 * This tree as a clone has it, with the packages that are installed. Git itself may be missing, and so are the tests:
 * to check their types again would be half of all the work here.
 */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').trim().split('\n');
  const left = new Set(['.git', ...ignored.map((line) => line.replace(/\/$/, ''))]);
  cpSync(root, folder, {
    recursive: true,
    // Packages of the site lie deeper.
    filter: (source) =>
      !left.has(relative(root, source)) &&
      basename(source) !== 'node_modules' &&
      !/\.(?:test|wide)\.tsx?$/.test(source),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs a line of shell. @throws Error with all that it printed */
function run(folder: string, line: string, env: Readonly<Record<string, string>> = {}): string {
  try {
    return execFileSync('sh', ['-ec', line], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: {
        ...process.env,
        ...env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      },
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${line}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Code blocks with the file that was named last before each. */
function* blocksOf(text: string): Generator<{ file: string; language: string; code: string }> {
  for (const match of text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)) {
    const [, indent, language, code] = match;
    const files = [...text.slice(0, match.index).matchAll(/`([\w/.-]+\.(?:tsx?|json|html))`/g)];
    yield {
      file: files.at(-1)?.[1] ?? '',
      language: language!,
      code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  }
}

/** A change as the page shows it: its lines without a sign are in the file, once. */
function changed(before: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const old = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  expect(before.split(`\n${old.join('\n')}\n`)).toHaveLength(2);
  const now = lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
  return before.replace(old.join('\n'), () => now.join('\n'));
}

it.skipIf(!hasBrowser)('a new panel in five steps', () => {
  const steps = section('A new panel in five steps');
  const folder = copyOfTree();
  for (const { file, language, code } of blocksOf(steps)) {
    const target = join(folder, file);
    writeFileSync(target, language === 'diff' ? changed(readFileSync(target, 'utf8'), code) : code);
  }
  const commands = [...steps.matchAll(/`(np[mx] [^`]+)`/g)].map((match) => match[1]!);
  expect(commands).toEqual([
    'npm run dashboard',
    'npm run check:types',
    'npx vitest run --config vitest.wide.config.ts dashboard-contracts',
  ]);
  for (const command of commands) run(folder, command);
  // As the page shows it, it is as `npm run fix` would leave it.
  run(folder, 'npx biome check src/dashboard/account test/wide/dashboard-contracts.wide.ts');
});

/** One package of this tree. Its own dependencies are found beside the original. */
function link(folder: string, name: string): void {
  const target = join(folder, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), target);
}

/** Serves the files of a folder, as any web server would. */
async function serve(folder: () => string): Promise<string> {
  const types: Readonly<Record<string, string>> = {
    js: 'text/javascript',
    css: 'text/css',
    html: 'text/html',
  };
  const server = createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : request.url!;
    try {
      const body = readFileSync(join(folder(), name));
      response.setHeader('content-type', types[name.split('.').at(-1)!] ?? 'text/plain');
      response.end(body);
    } catch {
      // Of a browser's own accord it asks for an icon.
      response.writeHead(name === '/favicon.ico' ? 204 : 404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

it.skipIf(!hasBrowser)('a screen in an application of one’s own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const origin = await serve(() => join(folder, 'dist'));
  const world = await openWorld({ server: { corsOrigins: [origin] } });
  onTestFinished(() => world.close());
  for (const { file, language, code } of blocksOf(
    section('Copying a screen into your own application'),
  )) {
    const target = join(folder, file);
    if (language === 'diff')
      writeFileSync(
        target,
        changed(readFileSync(target, 'utf8'), code).replace(
          'http://127.0.0.1:4000',
          world.url.origin,
        ),
      );
    else if (language === 'sh' && code.startsWith('npm')) {
      // What npm would fetch is here already: the same packages, and no others.
      run(folder, code.split('\n').slice(0, 2).join('\n'));
      for (const [name] of code.matchAll(/(?<=npm install.* )[@\w][\w@/-]*/g)) link(folder, name);
      link(folder, '.bin');
    } else if (language === 'sh') run(folder, code, { SWITCHBOARD: root });
    else writeFileSync(target, code);
  }
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const { page, complaints } = await browser.open(1280, 900);
  await page.goto(origin);
  await page.locator('footer.cost [role=status]:not(:has-text("Asking"))').waitFor();
  await expect.poll(() => page.locator('main tbody tr').count()).toBeGreaterThan(5);
  expect(complaints).toEqual([]);
});
