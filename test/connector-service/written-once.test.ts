import { describe, expect, it } from 'vitest';
import { serializedOnce, writeJson } from '../../src/connector-service/json-fragment-cache.ts';

const textOf = (value: unknown): string => writeJson(value).toString();

describe('a part of an answer that is written once', () => {
  it('stands in every answer as JSON.stringify would write it', () => {
    const part = serializedOnce([{ a: 1, text: 'ü — "quoted"' }, null, undefined]);
    const other = serializedOnce({ nested: { list: [1, 2] } });
    const answer = { x: part, rows: [{ part, other }, { other }], last: 'y' };
    const plain = {
      x: [...part],
      rows: [{ part: [...part], other: { ...other } }, { other: { ...other } }],
      last: 'y',
    };
    for (let time = 0; time < 3; time += 1) expect(textOf(answer)).toBe(JSON.stringify(plain));
    expect(JSON.stringify(answer)).toBe(JSON.stringify(plain));
  });

  it('may hold another, and be the whole answer', () => {
    const inner = serializedOnce(['inner']);
    const outer = serializedOnce({ inner });
    expect(textOf(outer)).toBe('{"inner":["inner"]}');
    expect(textOf([inner, outer])).toBe('[["inner"],{"inner":["inner"]}]');
  });

  it('is not mistaken for a text that looks like its place', () => {
    const part = serializedOnce(['part']);
    expect(textOf(['\u0000written once', part])).toBe('["\\u0000written once",["part"]]');
  });

  it('leaves values without any as they are', () => {
    expect(textOf({ a: [1] })).toBe('{"a":[1]}');
    expect(() => writeJson({ a: 1n })).toThrow(TypeError);
  });
});
