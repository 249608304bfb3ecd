/** Pieces of SQL that carry their bound values with them: a value can't become text by mistake. */

import type { SQLInputValue } from 'node:sqlite';

export class Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];

  constructor(text: string, values: readonly SQLInputValue[] = []) {
    this.text = text;
    this.values = values;
  }
}

/** Template tag: pieces are spliced in with their values, anything else is bound as a value. */
export function sql(strings: TemplateStringsArray, ...parts: (Sql | SQLInputValue)[]): Sql {
  let text = strings[0] ?? '';
  const values: SQLInputValue[] = [];
  parts.forEach((part, i) => {
    if (part instanceof Sql) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[i + 1] ?? '';
  });
  return new Sql(text, values);
}

/** Text of the program's own making: keywords, aliases, quoted API names from the model. */
export function raw(text: string): Sql {
  return new Sql(text);
}

/** Pieces with the same text between them. */
export function joined(parts: readonly Sql[], separator: string): Sql {
  return new Sql(
    parts.map((part) => part.text).join(separator),
    parts.flatMap((part) => part.values),
  );
}

/** Conditions under one operator, as a tree: a chain of thousands would be deeper than SQLite allows. */
export function combined(parts: readonly Sql[], operator: 'AND' | 'OR'): Sql {
  if (parts.length <= 32) return sql`(${joined(parts, ` ${operator} `)})`;
  const middle = Math.ceil(parts.length / 2);
  const halves = [parts.slice(0, middle), parts.slice(middle)];
  return combined(
    halves.map((half) => combined(half, operator)),
    operator,
  );
}

/** `IN (…)` over a bound list whose length does not show in the text, so that one prepared statement serves all lengths. */
export function inList(values: readonly (string | number)[]): Sql {
  return sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
