/** What is stored at a start: whole or not there, for its owner alone, and refused by name where it is cut off. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runService } from '../../src/cli/service-command.ts';
import { loadConfig } from '../../src/config.ts';
import { start } from '../../src/main/start.ts';
import { errorText } from '../../src/main/start-error.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { openSqlite } from '../../src/participants/store/sqlite.ts';
import { isMatrix } from '../support/cases.ts';
import { hasSmallDisk, openSmallDisk } from '../support/small-disk.ts';
import { openSynthetic } from '../support/synthetic.ts';

const common = { PORT: '0', LOG_LEVEL: 'silent' };
/** Nothing listens there: what is stored at a start needs no answer. */
const nowhere = 'http://127.0.0.1:1';
const hosted = {
  ...common,
  CONNECTOR_BASE_URL: nowhere,
  CONNECTOR_TOKEN: 'token',
  CALL_ANALYTICS_INSTANCE_ID: 'calls',
  CRM_INSTANCE_ID: 'crm',
};
const ownAccounts = {
  ...common,
  INDEX: 'off',
  GONG_ACCESS_KEY: 'key',
  GONG_ACCESS_KEY_SECRET: 'secret',
  GONG_BASE_URL: nowhere,
  TOKEN_KEY: 'a key of tokens that is long enough to be one',
};

const company = openSynthetic({ now: () => new Date() });

/** Starts in a folder, and ends once all that is stored at a start is there. @throws Error when it is not after `ms` */
type Start = (folder: string, ms?: number) => Promise<void>;

const gateway =
  (settings: Readonly<Record<string, string>>, stores: readonly string[]): Start =>
  async (folder, ms = 5_000) => {
    const running = await start(loadConfig({ ...settings, DATA_DIR: folder }));
    try {
      for (const file of stores)
        await expect
          .poll(() => existsSync(join(folder, file)), { interval: 5, timeout: ms })
          .toBe(true);
    } finally {
      await running.close();
    }
  };

const starts: Readonly<Record<string, { readonly begin: Start; readonly files: string[] }>> = {
  'a gateway': {
    begin: gateway({ ...hosted, INDEX: 'off' }, []),
    files: ['signing.key'],
  },
  'a gateway with its index': {
    begin: gateway(hosted, ['participants.db']),
    files: ['gateway.lock', 'participants.db', 'signing.key'],
  },
  'own accounts': { begin: gateway(ownAccounts, []), files: ['accounts.db', 'signing.key'] },
  'a connector service with instances': {
    async begin(folder) {
      // A folder that a flag names has to be there.
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = (name: string): string => join(folder, name);
      const args = ['--instances', file('instances.db'), '--key-file', file('instances.key')];
      const service = await runService(['--port', '0', '--file', company.file, ...args], () => {});
      await service.close();
    },
    files: ['instances.db', 'instances.key'],
  },
};

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stored-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.skipIf(!hasSmallDisk)('a disk that is full at the first start of', () => {
  /** Bytes of the shortest of each that is whole. */
  const least: Readonly<Record<string, number>> = { 'signing.key': 43, 'instances.key': 32 };

  /** Pages that are left. Beyond the first two, each start meets a third of them. */
  const pagesOf = (turn: number): readonly number[] =>
    [0, 1, 2, 3, 4, 5, 6, 8, 10, 12].filter((_, at) => isMatrix || at < 2 || at % 3 === turn % 3);

  it.each(Object.entries(starts).map(([name, start], at) => [name, start, pagesOf(at)] as const))(
    '%s leaves each file whole or not there, and room cures it',
    async (_name, { begin, files }, sizes) => {
      for (const pages of sizes) {
        const disk = openSmallDisk();
        disk.fill(pages);
        const failure = await begin(disk.folder, 200).then(
          () => null,
          (error: unknown) => error,
        );
        if (pages === 0) expect(failure).not.toBeNull();
        for (const name of readdirSync(disk.folder))
          if (files.includes(name))
            expect(
              [pages, name, statSync(join(disk.folder, name)).size],
              'a file that is cut off',
            ).toEqual([pages, name, expect.toSatisfy((size) => size >= (least[name] ?? 4_096))]);
        disk.free();
        // A machine may hand room back a moment after the file is gone, so a start may have to be tried again.
        await expect
          .poll(() => begin(disk.folder).then(() => 'started', errorText), { timeout: 10_000 })
          .toBe('started');
        expect(
          readdirSync(disk.folder).filter((name) => !/-(wal|shm)$/.test(name)),
          `after ${pages} pages`,
        ).toEqual(files);
      }
    },
  );
});

describe('a stored file that is cut off', () => {
  const alsoWithout = ['signing.key', 'participants.db', 'gateway.lock'];
  const cuts = Object.entries(starts).flatMap(([name, { begin, files }]) =>
    files
      // All gateways have the same key. The index is opened beside the gateway, which answers without it; the lock holds nothing.
      .filter((file) => name === 'a gateway' || !alsoWithout.includes(file))
      .flatMap((file) => [0, 1, 31].map((bytes) => [file, bytes, name, begin] as const)),
  );
  // Of each file one in turn.
  const tried = cuts.filter((_, at) => isMatrix || at % 3 === Math.floor(at / 3) % 3);
  it.each(tried)('%s, of %d bytes, is refused by name: %s', async (file, bytes, _name, begin) => {
    const folder = makeFolder();
    await begin(folder);
    truncateSync(join(folder, file), bytes);
    const before = readFileSync(join(folder, file));
    const text = await begin(folder).then(() => 'it started', errorText);
    expect(text).toContain(join(folder, file));
    expect(text).toMatch(/[Ee]xpected .*; got \d+ bytes\. [^\n]+\.$/);
    expect(text).not.toMatch(/\n/);
    expect(readFileSync(join(folder, file))).toEqual(before);
  });

  it('of the index is left as it is, and the gateway goes on without it', async () => {
    const folder = makeFolder();
    const file = join(folder, 'participants.db');
    writeFileSync(file, '');
    await expect(openStore({ directory: folder })).rejects.toHaveProperty(
      'advice',
      `Participant index: Expected a SQLite database in ${file}; got 0 bytes. It was left as it is: put back a copy, or move it away and a new one is made.`,
    );
    await starts['a gateway with its index']!.begin(folder);
    expect(statSync(file).size).toBe(0);
  });

  it('of zeros is no key either', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'signing.key'), Buffer.alloc(43));
    const text = await starts['a gateway']!.begin(folder).then(() => 'it started', errorText);
    expect(text).toContain(`${join(folder, 'signing.key')}; got zeros.`);
  });
});

describe('a log whose database is gone', () => {
  const databases = Object.entries(starts).flatMap(([name, { begin, files }]) =>
    files
      .filter((file) => file.endsWith('.db') && file !== 'participants.db')
      .flatMap((file) =>
        ['-wal', '-journal'].map((ending) => [file + ending, file, begin, name] as const),
      ),
  );
  it.each(databases)('%s refuses the start by name', async (log, file, begin) => {
    const folder = makeFolder();
    writeFileSync(join(folder, log), 'pages of another database');
    expect(await begin(folder).then(() => 'it started', errorText)).toMatch(
      `Expected a SQLite database in ${join(folder, file)}, whose log ${join(folder, log)} is there; got none. `,
    );
    expect(existsSync(join(folder, file))).toBe(false);
    // Of no bytes it holds nothing.
    truncateSync(join(folder, log));
    await begin(folder);
  });

  it('is not replayed into another index', async () => {
    const folder = makeFolder();
    const file = join(folder, 'participants.db');
    const store = openSqlite({ path: file });
    await store.write([{ sql: 'CREATE TABLE leftover (a)', params: [] }]);
    const log = readFileSync(`${file}-wal`);
    await store.close();
    rmSync(file);
    writeFileSync(`${file}-wal`, log);
    await expect(openStore({ directory: folder })).rejects.toHaveProperty(
      'advice',
      expect.stringContaining(`whose log ${file}-wal is there; got none.`),
    );
    expect(readdirSync(folder)).toEqual(['participants.db-wal']);
    rmSync(`${file}-wal`);
    const another = openSqlite({ path: file });
    expect(await another.read('SELECT name FROM sqlite_schema')).toEqual([]);
    await another.close();
  });
});

describe('what is stored', () => {
  it.each(Object.entries(starts))(
    'by %s is for its owner alone, also where it was not',
    async (_name, { begin, files }) => {
      const folder = join(makeFolder(), 'data');
      await begin(folder);
      expect(modeOf(folder)).toBe('700');
      for (const name of readdirSync(folder))
        expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
      for (const file of files) chmodSync(join(folder, file), 0o664);
      await begin(folder);
      for (const file of files) expect([file, modeOf(join(folder, file))]).toEqual([file, '600']);
    },
  );

  it('goes into a folder that is there without changing it', async () => {
    const folder = join(makeFolder(), 'data');
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
    await starts['a gateway']!.begin(folder);
    expect(modeOf(folder)).toBe('755');
  });

  it('is the same for two that start at once', async () => {
    const folder = makeFolder();
    await Promise.all([1, 2, 3, 4].map(() => starts['a gateway']!.begin(folder)));
    expect(readdirSync(folder)).toEqual(['signing.key']);
  });
});

/** Files of src that write otherwise, each with its reason. */
const otherWriters: Readonly<Record<string, string>> = {
  'cli/export/format.ts': 'an export that the user names',
  'cli/export/part-file.ts': 'an export that the user names',
  'cli/schema-command.ts': 'the published schema',
  'dashboard/build/codegen.ts': 'types of the dashboard’s questions, where it is built',
  'demo/database/company-file.ts': 'drafts of the synthetic company',
  'demo/database/company-part.ts': 'a draft of the synthetic company',
};

describe('files are written', () => {
  const src = resolve(import.meta.dirname, '../../src');
  const writers =
    /\b(appendFile|chmod|chown|copyFile|cp|createWriteStream|link|mkdir|mkdtemp|open|rename|symlink|truncate|write|writeFile|writev)(Sync)?\b/;

  it('by src/storage alone, whose files are whole and private, but for what is named here', () => {
    const strays = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('storage/'))
      .filter((file) => {
        const text = readFileSync(join(src, file), 'utf8');
        const values = [
          ...text.matchAll(/^import \{([^}]*)\} from 'node:(fs(?:\/promises)?|sqlite)'/gm),
        ];
        return (
          /import (\w+|\* as \w+)(, \{[^}]*\})? from 'node:(fs|sqlite)|import\('node:(fs|sqlite)/.test(
            text,
          ) ||
          values.some(([, names = '', module]) => {
            const taken = names.replaceAll(/\btype \w+/g, '');
            return module === 'sqlite' ? /\bDatabaseSync\b/.test(taken) : writers.test(taken);
          })
        );
      });
    expect(strays.sort()).toEqual(Object.keys(otherWriters));
  });
});
