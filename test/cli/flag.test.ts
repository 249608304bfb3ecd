import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/command-line.ts';
import { runHere } from '../support/here.ts';

const flagged = Object.entries(commands).flatMap(([command, declared]) =>
  'flags' in declared
    ? Object.entries(declared.flags).map(([name, flag]) => ({ command, name, flag }))
    : [],
);

describe('A flag', () => {
  it.each(flagged.filter(({ flag }) => !('multiple' in flag)))(
    'is given once: $command --$name',
    async ({ command, name, flag }) => {
      const given = flag.type === 'boolean' ? [`--${name}`] : [`--${name}`, 'x'];
      const { code, output } = await runHere([command, ...given, ...given]);
      expect(code).toBe(1);
      expect(output).toMatch(`--${name}: expected once; got it again.\n\nUsage: switchboard`);
    },
  );

  it.each(flagged.filter(({ flag }) => flag.type === 'string'))(
    'has a value that is not empty: $command --$name',
    async ({ command, name }) => {
      for (const given of [
        [`--${name}`, ''],
        [`--${name}`, ' '],
        [`--${name}=`],
        [`--${name}=\t`],
      ]) {
        const { code, output } = await runHere([command, 'x', ...given]);
        expect(code).toBe(1);
        expect(output).toMatch(
          `Expected a value after --${name}; got an empty text.\n\nUsage: switchboard ${command}`,
        );
      }
    },
  );

  it.each([
    [['query', 'a.graphql', '--key', 'k'], '--key: expected --url beside it; got none.'],
    [['index', 'status', '--key', 'k'], '--key: expected --url beside it; got none.'],
    [['query', 'a.graphql', '--explain', '--format', 'csv'], '--explain: expected --format json'],
    [['run', 'x', '--restart'], '--restart: expected --out beside it; got none.'],
    [['run', 'x', '--force'], '--force: expected --out beside it; got none.'],
    [['run', '--format', 'json'], 'run without NAME: expected --url, --key; got --format.'],
    [['run', '--out', 'a.csv'], 'run without NAME: expected --url, --key; got --out.'],
    [['run', '--var', 'first=1'], 'run without NAME: expected --url, --key; got --var.'],
    [['index', 'status', '--all'], 'index status: expected --tenant, --url, --key; got --all.'],
    [['index', 'verify', '--all'], 'index verify: expected --tenant; got --all.'],
    [['index', 'sync', '--url', 'x'], 'index sync: expected --all, --tenant; got --url.'],
    [['index', 'forget', 'a', '--tenant', 'b'], 'index forget: expected no flags; got --tenant.'],
    [
      ['index', 'status', '--url', 'http://127.0.0.1:9', '--tenant', 'a'],
      'index status --url: expected --url, --key; got --tenant.',
    ],
    [['key', '--tenant', 'a'], 'key: expected no flags; got --tenant.'],
    [['service', '--as', 'vendors', '--limited'], 'port; got --limited.'],
  ])('that would have no effect is refused: %j', async (args, message) => {
    const { code, output } = await runHere(args);
    expect(code).toBe(1);
    expect(output).toContain(
      `${message.startsWith('--explain') ? message : `${message}\n\nUsage: `}`,
    );
  });

  it.each(['localhost:4000', 'ftp://127.0.0.1', '127.0.0.1:4000'])(
    'that names a gateway is an address of HTTP: %s',
    async (url) => {
      const { code, output } = await runHere(['run', '--url', url]);
      expect(code).toBe(1);
      expect(output).toBe(
        `--url: expected a URL that begins with http:// or https://; got "${url}".\n`,
      );
    },
  );
});

it.each([
  [['query', 'a.graphql', '--varibles', '{}'], '--varibles: expected --variables, probably; '],
  [['export', 'a.graphql', '--OUT', 'x'], '--OUT: expected --out, probably; '],
  [['export', 'a.graphql', '-out', 'x'], '-o: expected one of --'],
  [['key', '--colour'], '--colour: expected one of --tenant; '],
  [['index', 'status', '--urls=x'], '--urls: expected --url, probably; '],
])(
  'A flag that there is not is told of, with the one that was probably meant: %j',
  async (args, sentence) => {
    const { code, output } = await runHere(args);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).toContain('there is no such flag.\n\nUsage: switchboard');
  },
);

it.each([
  ['exprot', 'export'],
  ['shcema', 'schema'],
  ['Doctor', 'doctor'],
  ['status', null],
])('A command that there is not is told of likewise: %s', async (name, meant) => {
  for (const args of [[name], ['help', name]]) {
    const { code, output } = await runHere(args);
    expect(code).toBe(1);
    const expected = meant === null ? 'a command' : `${meant}, probably`;
    expect(output).toMatch(`Expected ${expected}; got "${name}".\n\nswitchboard [COMMAND]`);
  }
});

describe('An argument', () => {
  it.each(Object.keys(commands))('is not empty: %s', async (command) => {
    for (const args of [[''], [' '], ['x', '']]) {
      const { code, output } = await runHere([command, ...args]);
      expect(code).toBe(1);
      const before = args.length === 1 ? command : 'x';
      expect(output).toMatch(`Expected a value after ${before}; got an empty text.\n\nUsage: `);
    }
  });

  it('of help is a command', async () => {
    const { code, output } = await runHere(['help', 'nosuch']);
    expect(code).toBe(1);
    expect(output).toContain('Expected a command; got "nosuch".');
  });
});
