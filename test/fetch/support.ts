/** What the paging tests share: a codec, a list's identity, and windows in one word. */

import { readWindow, type Window } from '../../src/fetch/connection.ts';
import { createCursorCodec, type ListCursors } from '../../src/fetch/cursor.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';

export const codec = createCursorCodec(Buffer.alloc(32, 7));

export const identity = {
  list: 'items',
  filter: '{}',
  order: 'at',
  scope: RowScope.ofConnectedUser('one'),
};

export const cursors: ListCursors = codec.of(identity);

export const first = (size: number, after: string | null = null): Window =>
  readWindow({ first: size, after }, { defaultSize: 20, maxSize: 1_000 });

export const last = (size: number, before: string | null = null): Window =>
  readWindow({ last: size, before }, { defaultSize: 20, maxSize: 1_000 });
