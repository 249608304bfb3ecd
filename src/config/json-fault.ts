/** Where a text stops being JSON, and what was expected there: the platform's own errors often name no place, and quote the text. */

/** Tokens of JSON; a text that ends in the middle of a string is no token. */
const token =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/uy;
const blank = /[ \t\r\n]*/y;

type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name in quotes'
  | 'a name in quotes or }'
  | ':'
  | ', or ]'
  | ', or }'
  | 'nothing more';

/**
 * @returns null for JSON.
 * @example jsonFault('{\n  "a": 1,\n}') // → 'line 3, column 1: expected a name in quotes'
 */
export function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return firstFault(text);
  }
}

function firstFault(text: string): string {
  const open: string[] = [];
  let expected: Expected = 'a value';
  let at = 0;
  const after = (): Expected =>
    open.length === 0 ? 'nothing more' : open.at(-1) === '{' ? ', or }' : ', or ]';
  for (;;) {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    token.lastIndex = at;
    const found = token.exec(text)?.[0] ?? '';
    if (expected === 'nothing more' && at === text.length) return 'expected other text';
    const next = nextExpected(found, expected, open, after);
    if (next === null) return `${placeOf(text, at)}: expected ${expected}`;
    expected = next;
    at += found.length;
  }
}

/** Null where the token is not one of those expected. */
function nextExpected(
  found: string,
  expected: Expected,
  open: string[],
  after: () => Expected,
): Expected | null {
  if (found === '' || expected === 'nothing more') return null;
  if (expected === ':') return found === ':' ? 'a value' : null;
  if (expected.startsWith('a name') && found.startsWith('"')) return ':';
  if (found === '}' || found === ']') {
    if (!expected.endsWith(found)) return null;
    open.pop();
    return after();
  }
  if (found === ',')
    return expected === ', or }' ? 'a name in quotes' : expected === ', or ]' ? 'a value' : null;
  if (!expected.startsWith('a value') || found === ':') return null;
  if (found !== '{' && found !== '[') return after();
  open.push(found);
  return found === '{' ? 'a name in quotes or }' : 'a value or ]';
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  const column = (lines.at(-1)?.length ?? 0) + 1;
  const place = `line ${lines.length}, column ${column}`;
  return at === text.length ? `${place}, its end` : place;
}
