import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserInputError } from '../../src/errors.ts';
import { createCursorCodec, type ListIdentity, type Position } from '../../src/fetch/cursor.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { anyText } from '../support/any-text.ts';
import { codec, cursors, identity } from './support.ts';

const scalar = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
  fc.boolean(),
  fc.constant(null),
);

describe('a cursor', () => {
  it('brings back the position it was made from, in characters that need no escaping', () => {
    fc.assert(
      fc.property(fc.array(scalar, { maxLength: 8 }), (position) => {
        const cursor = cursors.encode(position);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        // Lone halves of surrogate pairs cannot travel as UTF-8, but JSON escapes them.
        expect(cursors.decode(cursor, 'after')).toEqual(position);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused after any change to any character', () => {
    const cursor = cursors.encode(['c', 'token', 1]);
    for (let i = 0; i < cursor.length; i += 1) {
      const changed = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1);
      expect(() => cursors.decode(changed, 'after')).toThrow(UserInputError);
    }
  });

  it.each([
    '',
    ' ',
    'x',
    'AAAA',
    'not a cursor',
    'é',
    'a'.repeat(100_000),
    `${'A'.repeat(90)}=`,
    '__proto__',
  ])('such as %j is refused as malformed or never handed out', (text) => {
    expect(() => cursors.decode(text, 'after')).toThrow(/"after" (is malformed|was )/);
  });

  it('says that it was made by another version', () => {
    const bytes = Buffer.from(cursors.encode(['c']), 'base64url');
    bytes[0] = 9;
    expect(() => cursors.decode(bytes.toString('base64url'), 'before')).toThrow(
      /"before" was made by another version/,
    );
  });

  const another = RowScope.ofConnectedUser('another');
  it.each([
    ...(['list', 'filter', 'order'] as const).map((part) => [part, { [part]: 'another' }] as const),
    ['tenant or viewer', { scope: another }],
    ['tenant or viewer', { scope: RowScope.ofViewer(identity.scope.tenant, 'another') }],
  ] as const)('of another %s says so', (part, difference) => {
    const other: ListIdentity = { ...identity, ...difference };
    const cursor = codec.of(other).encode(['c', 1]);
    expect(() => cursors.decode(cursor, 'after')).toThrow(
      new RegExp(`"after" belongs to another ${part}`),
    );
  });

  it('made with another key was never handed out here', () => {
    const foreign = createCursorCodec(Buffer.alloc(32, 8)).of(identity).encode(['c', 1]);
    expect(() => cursors.decode(foreign, 'after')).toThrow(/never handed out/);
  });

  it('keeps its parts apart: no two identities share tags by concatenation', () => {
    const cursor = codec
      .of({ list: 'a', filter: 'bc', order: '', scope: RowScope.ofConnectedUser('') })
      .encode([1]);
    const other = codec.of({
      list: 'ab',
      filter: 'c',
      order: '',
      scope: RowScope.ofConnectedUser(''),
    });
    expect(() => other.decode(cursor, 'after')).toThrow(/another list/);
  });

  it('needs a key worth the name', () => {
    expect(() => createCursorCodec(Buffer.alloc(8))).toThrow(/at least 16 bytes, got 8/);
  });

  it('does not grow much beyond what it holds', () => {
    const position: Position = ['k', '2026-05-01T07:25:37.000Z', '006000000000001AAA'];
    expect(cursors.encode(position).length).toBeLessThan(130);
  });
});
