/**
 * Edge cursors: opaque, versioned, signed, and bound to one list under one filter, order and
 * scope: a cursor of one viewer is no cursor of another.
 *
 * Bytes before base64url: version (1), four tags (4 each), the position as JSON, a MAC (16). The
 * tags are keyed hashes of the list's identity: they let the error say what differs, and without
 * the key no two identities can be made to collide.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { UserInputError } from '../errors.ts';
import { createLru } from '../lru.ts';
import type { RowScope } from '../upstream/row-scope.ts';

/** Identity of the list that a cursor belongs to. Cursors are valid only where all these parts are equal. */
export interface ListIdentity {
  /** Field and parent, e.g. `Account.contacts/001…`. */
  readonly list: string;
  /** Filter in a canonical spelling. */
  readonly filter: string;
  /** Order in a canonical spelling. */
  readonly order: string;
  /** Tenant and viewer. */
  readonly scope: RowScope;
}

export type CursorScalar = string | number | boolean | null;

/** Position in a list; its first element names the style of paging that made it. */
export type Position = readonly CursorScalar[];

/** Encoder and decoder of one list's cursors. */
export interface ListCursors {
  encode(position: Position): string;
  /**
   * Decodes a cursor.
   * @throws UserInputError that says whether it is malformed, of another version, changed, or of
   * another list
   */
  decode(cursor: string, argument: 'after' | 'before'): Position;
}

export interface CursorCodec {
  of(identity: ListIdentity): ListCursors;
  /** Position in a genuine cursor of any list, for estimates. Null for any other text. */
  peek(cursor: string): Position | null;
}

/**
 * Canonical text of a filter for cursors: members that do not restrict are left out.
 * @example filterText({ scope: ['Internal'], title: null }) // → '{"scope":["Internal"]}'
 */
export const filterText = (filter: object): string =>
  JSON.stringify(filter, (_name, value: unknown) => value ?? undefined);

const version = 1;
const parts = ['list', 'filter', 'order', 'tenant or viewer'] as const;

/** In the tags: the names under which 0.1.0 made them, so that its cursors are taken. */
const tagNames = { list: 'list', filter: 'filter', order: 'order', 'tenant or viewer': 'tenant' };

type Texts = Readonly<Record<(typeof parts)[number], string>>;
const tagBytes = 4;
const headBytes = 1 + parts.length * tagBytes;
const macBytes = 16;
/** Length limit of cursors, beyond any made here: upstream tokens are bounded by the wire format. */
const maxLength = 65_536;
const maxTags = 4_096;

/**
 * Creates the codec of cursors.
 * @param key secret of at least 16 bytes; its owner can forge cursors, and another key makes all
 * earlier cursors invalid
 */
export function createCursorCodec(key: Uint8Array): CursorCodec {
  if (key.byteLength < 16) {
    throw new RangeError(`Expected a cursor key of at least 16 bytes, got ${key.byteLength}`);
  }
  const derive = (purpose: string): Buffer => createHmac('sha256', key).update(purpose).digest();
  const macKey = derive('cursor mac 1');
  const tagKey = derive('cursor tag 1');
  // Scope, order and filter recur with every list of a request.
  const tags = createLru<string, Buffer>(maxTags);
  const tag = (name: string, value: string): Buffer => {
    const text = `${name}\0${value}`;
    const cached = tags.get(text);
    if (cached !== undefined) return cached;
    const digest = createHmac('sha256', tagKey).update(text).digest().subarray(0, tagBytes);
    tags.set(text, digest);
    return digest;
  };
  const mac = (signed: Uint8Array): Buffer =>
    createHmac('sha256', macKey).update(signed).digest().subarray(0, macBytes);
  return {
    of: ({ scope, ...identity }) =>
      new SignedCursors({ ...identity, 'tenant or viewer': scope.text }, tag, mac),
    peek(cursor) {
      if (cursor.length > maxLength) return null;
      const bytes = Buffer.from(cursor, 'base64url');
      const end = bytes.length - macBytes;
      if (end < headBytes || bytes[0] !== version) return null;
      if (!timingSafeEqual(bytes.subarray(end), mac(bytes.subarray(0, end)))) return null;
      const position: unknown = JSON.parse(bytes.toString('utf8', headBytes, end));
      return isPosition(position) ? position : null;
    },
  };
}

class SignedCursors implements ListCursors {
  readonly #identity: Texts;
  readonly #tag: (name: string, value: string) => Buffer;
  readonly #mac: (signed: Uint8Array) => Buffer;
  #head: Buffer | null = null;

  constructor(
    identity: Texts,
    tag: (name: string, value: string) => Buffer,
    mac: (signed: Uint8Array) => Buffer,
  ) {
    this.#identity = identity;
    this.#tag = tag;
    this.#mac = mac;
  }

  encode(position: Position): string {
    const body = JSON.stringify(position);
    const length = Buffer.byteLength(body);
    const bytes = Buffer.allocUnsafe(headBytes + length + macBytes);
    this.#ownHead().copy(bytes);
    bytes.write(body, headBytes);
    this.#mac(bytes.subarray(0, headBytes + length)).copy(bytes, headBytes + length);
    return bytes.toString('base64url');
  }

  decode(cursor: string, argument: 'after' | 'before'): Position {
    const refuse = (reason: string): UserInputError =>
      new UserInputError(`The cursor in "${argument}" ${reason}`);
    if (cursor.length > maxLength || !/^[A-Za-z0-9_-]+$/.test(cursor)) {
      throw refuse('is malformed: expected the text of a cursor as it was handed out');
    }
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length < headBytes + macBytes || bytes.toString('base64url') !== cursor) {
      throw refuse('is malformed: expected the text of a cursor as it was handed out');
    }
    if (bytes[0] !== version) {
      throw refuse('was made by another version of this server; start from the first page');
    }
    const end = bytes.length - macBytes;
    if (!timingSafeEqual(bytes.subarray(end), this.#mac(bytes.subarray(0, end)))) {
      throw refuse('was changed on its way, or was never handed out by this server');
    }
    const head = this.#ownHead();
    for (const [i, name] of parts.entries()) {
      const at = 1 + i * tagBytes;
      if (head.compare(bytes, at, at + tagBytes, at, at + tagBytes) !== 0) {
        throw refuse(`belongs to another ${name}; expected one of this ${name}`);
      }
    }
    const position: unknown = JSON.parse(bytes.toString('utf8', headBytes, end));
    if (!isPosition(position)) throw refuse('is malformed');
    return position;
  }

  #ownHead(): Buffer {
    this.#head ??= Buffer.concat([
      Buffer.of(version),
      ...parts.map((name) => this.#tag(tagNames[name], this.#identity[name])),
    ]);
    return this.#head;
  }
}

function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.every((part) => part === null || ['string', 'number', 'boolean'].includes(typeof part))
  );
}

/** Error for a genuine cursor of another style of paging: the list has changed since. */
export function foreignPosition(argument: 'after' | 'before'): UserInputError {
  return new UserInputError(
    `The cursor in "${argument}" does not fit this list any more; start from the first page`,
  );
}
