/** Where a statement names what: so that a refusal made from the tree can point at the text. */

export type Clause =
  | 'select'
  | 'from'
  | 'where'
  | 'group'
  | 'having'
  | 'order'
  | 'limit'
  | 'offset';

/** A path, name, function or text of the statement as it is written there. */
export interface Mention {
  readonly text: string;
  readonly clause: Clause;
  /** From 0. */
  readonly offset: number;
}

/**
 * The first place of a name, alone or as a part of a path; null when the statement doesn't have it.
 * @param clause looks there first.
 */
export function offsetOf(
  mentions: readonly Mention[],
  name: string,
  clause?: Clause,
): number | null {
  const wanted = name.toLowerCase();
  const inClause = clause === undefined ? [] : mentions.filter((one) => one.clause === clause);
  for (const list of [inClause, mentions]) {
    const whole = list.find(({ text }) => text.toLowerCase() === wanted);
    if (whole !== undefined) return whole.offset;
    for (const { text, offset } of list) {
      const at = `.${text.toLowerCase()}.`.indexOf(`.${wanted}.`);
      if (at >= 0) return offset + at;
    }
  }
  return null;
}
