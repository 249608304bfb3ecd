/** Files that a person names, byte by byte: what is not UTF-8 is refused with the file's name, and never read as U+FFFD. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { runHere } from '../support/here.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bytes-'));
let server: SmallServer;
beforeAll(async () => {
  server = await startSmallServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text, 'latin1');
  return path;
};
/** Each holds one byte of Latin-1. */
const document = 'query Q($n: String) { hello(name: $n) } # caf\xe9';
const plain = 'query Q($n: String) { hello(name: $n) }';

describe('a file that is not UTF-8', () => {
  it('is refused as a document and as variables', async () => {
    const wrong = fileOf('wrong.graphql', document);
    const right = fileOf('right.graphql', plain);
    const variables = fileOf('variables.json', '{"n":"caf\xe9"}');
    const out = join(folder, 'out.csv');
    for (const [args, path] of [
      [['query', wrong], wrong],
      [['query', right, '--variables', `@${variables}`], variables],
      [['export', wrong, '--out', out], wrong],
      [['export', right, '--variables', `@${variables}`, '--out', out], variables],
    ] as const)
      expect(await runHere([...args, '--url', server.url.href])).toEqual({
        code: 1,
        output: `Expected text in UTF-8 at ${path}; got other bytes.\n`,
      });
    expect(server.graph.resolved()).toBe(0);
    expect((await runHere(['schema', 'diff', wrong])).output).toContain('Expected text in UTF-8');
  });

  it('is refused in a saved question', () => {
    const questions = join(folder, 'queries');
    mkdirSync(questions);
    writeFileSync(
      join(questions, 'mine.graphql'),
      '# title: Caf\xe9\nquery Mine { __typename }',
      'latin1',
    );
    expect(() => readQuestions(questions, buildSchema(buildCrmModel()))).toThrow(
      `${join(questions, 'mine.graphql')}:1: expected a file in UTF-8`,
    );
  });

  it.each([
    ['ACCESS_FILE', '{"caf\xe9":1}'],
    ['CRM_CUSTOM_SCHEMA', '{"caf\xe9":1}'],
    ['DOCUMENT_MANIFEST', '{"a":"{hello} #caf\xe9"}'],
  ])('is refused as %s', (name, text) => {
    const path = fileOf(name, text);
    expect(() => loadConfig({ [name]: path })).toThrow(`${name}: expected a file in UTF-8`);
  });

  it('is refused as the custom schema of the service', async () => {
    const path = fileOf('custom.json', '{"caf\xe9":1}');
    const { output } = await runHere(['service', '--custom-schema', path, '--port', '0']);
    expect(output).toContain('--custom-schema: expected a file in UTF-8');
  });
});
