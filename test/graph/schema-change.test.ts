/** The published schema is what is served, to everyone who asks; what would break a client is seen before it is served. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildClientSchema, buildSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runSchema } from '../../src/cli/schema-command.ts';
import { openWorld, type World } from '../support/world.ts';

const published = readFileSync(join(import.meta.dirname, '../../schema/schema.graphql'), 'utf8');

describe('the served schema', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ index: false });
  });
  afterAll(() => world.close());

  it('tells itself within the limits every query has, and is the published one', async () => {
    const { data, errors, calls } = await world.ask(
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    );
    expect(errors).toBeUndefined();
    expect(calls).toEqual([]);
    expect(printSchema(buildClientSchema(data))).toBe(published.trimEnd());
  });
});

/** What a release before this one might have had, and what the command must tell of it. */
const changes: readonly (readonly [string, (sdl: string) => string])[] = [
  ['Account.lost', (sdl) => sdl.replace(/^type Account implements [^{]*\{/m, '$& lost: String')],
  ['Lost ', (sdl) => `${sdl}\ntype Lost { a: String }\nextend type Call { lost: Lost }`],
  ['ActionItem.speakerId', (sdl) => sdl.replace('speakerId: ID\n', 'speakerId: ID!\n')],
  [
    'Call.durationSeconds',
    (sdl) => sdl.replace('durationSeconds: Int\n', 'durationSeconds: Float\n'),
  ],
  ['users arg lost', (sdl) => sdl.replace(/^ {2}users\(/m, '  users(lost: Int, ')],
  ['SIDEWAYS', (sdl) => sdl.replace(/^enum OrderDirection \{/m, '$& SIDEWAYS')],
  ['CallFilter.lost', (sdl) => sdl.replace(/^input CallFilter \{/m, '$& lost: Int')],
  [
    'Party no longer implements',
    (sdl) => sdl.replace(/^type Party \{/m, 'type Party implements Node { id: ID!'),
  ],
];

describe('a breaking change', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schema-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the command says of the schema as it is, against an older one. */
  const tell = async (before: string) => {
    const file = join(folder, 'before.graphql');
    writeFileSync(file, before);
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const status = await runSchema(['diff', file]);
      return { status, text: out.mock.calls.map(([text]) => String(text)).join('') };
    } finally {
      out.mockRestore();
    }
  };

  it('is told and fails the command, wherever an independent judge sees one', async () => {
    let before = published;
    for (const [what, older] of changes) {
      const changed = older(before);
      expect(changed, what).not.toBe(before);
      before = changed;
    }
    const { status, text } = await tell(before);
    expect(status).toBe(1);
    const told = text.split('\n').filter((line) => line.startsWith('breaking   '));
    for (const [what] of changes) expect(told.join('\n')).toContain(what);

    const judged = await diff(buildSchema(before), buildSchema(published));
    const breaking = judged.filter(
      ({ criticality }) => criticality.level === CriticalityLevel.Breaking,
    );
    expect(told).toHaveLength(breaking.length);
  });

  const why = '@deprecated(reason: "Since 2026-01-01: nobody used it.")';
  /** What an older schema had deprecated, and how the command calls its removal. */
  const announced: readonly (readonly [string, (sdl: string) => string])[] = [
    [
      'Account.lost',
      (sdl) => sdl.replace(/^type Account implements [^{]*\{/m, `$& lost: [Lost] ${why}`),
    ],
    [
      'Lost ',
      (sdl) =>
        `${sdl}\ntype Lost implements Node { id: ID!, inner: Inner }\ntype Inner { a: String }`,
    ],
    ['Inner ', (sdl) => sdl],
    ['users arg lost', (sdl) => sdl.replace(/^ {2}users\(/m, `  users(lost: Int ${why}, `)],
    ['SIDEWAYS', (sdl) => sdl.replace(/^enum OrderDirection \{/m, `$& SIDEWAYS ${why}`)],
    ['CallFilter.lost', (sdl) => sdl.replace(/^input CallFilter \{/m, `$& lost: Int ${why}`)],
  ];

  it('is none where what goes was deprecated in the release before, and the removal is told', async () => {
    const before = announced.reduce((sdl, [, older]) => older(sdl), published);
    const { status, text } = await tell(before);
    expect(text.split('\n').filter((line) => line.startsWith('removed    '))).toHaveLength(
      announced.length,
    );
    for (const [what] of announced) expect(text).toMatch(new RegExp(`^removed    .*${what}`, 'm'));
    expect(text).not.toMatch(/^breaking/m);
    expect(status).toBe(0);
  });

  it('is what went or changed without that, beside what was deprecated', async () => {
    const others: readonly (readonly [string, (sdl: string) => string])[] = [
      [
        'Account.silent',
        (sdl) => sdl.replace(/^type Account implements [^{]*\{/m, '$& silent: Int'),
      ],
      // Something that was not deprecated leads to the type, too.
      ['Call.inner', (sdl) => sdl.replace(/^type Call implements [^{]*\{/m, '$& inner: Inner')],
      ['Inner ', (sdl) => sdl],
      // Deprecated, still there, and of another type.
      [
        'CallContent.actionItems',
        (sdl) => sdl.replace('actionItems: [ActionItem] @', 'actionItems: [Int] @'),
      ],
    ];
    const before = [...announced, ...others].reduce((sdl, [, older]) => older(sdl), published);
    const { status, text } = await tell(before);
    expect(text.match(/^breaking/gm)).toHaveLength(others.length);
    for (const [what] of others) expect(text).toMatch(new RegExp(`^breaking   .*${what}`, 'm'));
    expect(text.match(/^removed/gm)).toHaveLength(announced.length - 1);
    expect(status).toBe(1);
  });

  it('is none where something is new', async () => {
    const before = published.replace(/^ {2}"""[^"]*"""\n {2}durationSeconds: Int$/m, '');
    expect(before).not.toBe(published);
    const { status, text } = await tell(before);
    expect(text).not.toMatch(/^breaking/m);
    expect(status).toBe(0);
  });
});
