/** What the index makes of a row: ids are the same however they are written, and times are never guessed. */

import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/contract/wire/execute.ts';
import { parseJson } from '../../src/contract/wire/json.ts';
import { extractCall } from '../../src/participants/indexed-call.ts';

const row = (id: string, started = '"2026-03-01T10:00:00+02:00"') =>
  parseJson(`{
    "metaData": {"id": ${id}, "started": ${started}, "primaryUserId": ${id}},
    "parties": [{"id": ${id}, "userId": ${id}, "emailAddress": "a@x_y.example", "affiliation": "Internal"}],
    "content": {"trackers": [{"id": ${id}, "count": 2}]}
  }`) as Row;

describe('a call of the index', () => {
  it.each(['7', '7782342274025937895', '12345678901234567890'])(
    'is the same whether its ids are text or numbers: %s',
    (id) => {
      const call = extractCall(row(id));
      expect(call).toEqual(extractCall(row(`"${id}"`)));
      expect(call).toMatchObject({ id, primaryUserId: id, trackers: [[id, 2]] });
      expect(call!.keys.map(({ value }) => value)).toEqual(['a@x_y.example', id]);
    },
  );

  it('has a time only where the row has one in its documented form', () => {
    expect(extractCall(row('"7"'))!.startedAt).toBe(Date.parse('2026-03-01T08:00:00Z'));
    for (const started of ['"2026-03-01T10:00:00"', '"March 7"', '1.5', '"2026-02-30T10:00:00Z"'])
      expect(extractCall(row('"7"', started))).toBeNull();
  });
});
