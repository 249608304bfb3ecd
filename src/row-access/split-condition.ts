/**
 * Split conditions: a condition that names more ids than one statement holds, as pieces that each fit one. Pieces have no
 * row in common: each leaves out what the short part of the condition has, and ids of one field are in one piece
 * alone. What neither can say is left to whoever counts, by `others`.
 */

import { chunkByEncodedLength, encodedLength } from '../soql/literal.ts';
import { printCondition } from '../soql/print.ts';
import {
  allOf,
  always,
  anyOf,
  type Condition,
  type FieldPath,
  type ListCondition,
  negated,
} from '../soql/query.ts';

export interface ConditionPiece {
  readonly where: Condition;
  /** Rows of the piece that other pieces have as well: those with one of the ids in the field. */
  readonly others: readonly IdsAt[];
  /** The piece in two; null for one of a single id, or of none. */
  readonly halves: () => readonly [ConditionPiece, ConditionPiece] | null;
}

interface IdsAt {
  readonly path: FieldPath;
  readonly ids: ReadonlySet<string>;
}

/** Most pieces of a condition: 10,000 ids are some 20, of two fields twice as many. */
const mostPieces = 100;

/** What joins a part to the others: AND, parentheses, NOT. */
const joint = 24;

/**
 * @param room bytes of a piece, as they stand in a URL
 * @returns null where the condition can't be split so
 */
export function splitCondition(where: Condition, room: number): readonly ConditionPiece[] | null {
  const pieces = piecesOf(where, room);
  return pieces === null || pieces.length > mostPieces ? null : pieces;
}

/** Of lists, which are the same objects for all questions of a viewer. */
const lengths = new WeakMap<Condition, number>();

/** Bytes of a condition as it stands in a URL, with what joins it to others. */
export function lengthOf(condition: Condition | undefined): number {
  if (condition === undefined) return 0;
  if ('conditions' in condition)
    return condition.conditions.reduce((sum, part) => sum + lengthOf(part), joint);
  let length = lengths.get(condition);
  if (length === undefined) {
    length = encodedLength(printCondition(condition)) + joint;
    lengths.set(condition, length);
  }
  return length;
}

function piecesOf(where: Condition, room: number): readonly ConditionPiece[] | null {
  if (lengthOf(where) <= room) return [undivided(where)];
  if (room <= 0) return null;
  const conjuncts = where.op === 'and' ? where.conditions : [where];
  const longest = longestOf(conjuncts);
  if (longest === undefined) return null;
  const besides = allOf(...conjuncts.filter((part) => part !== longest));
  const isShort = lengthOf(besides) <= room / 2;
  const outer = isShort ? [undivided(besides ?? always)] : piecesOf(besides!, room / 2);
  const inner = junctionPieces(longest, isShort ? room - lengthOf(besides) : room / 2);
  if (outer === null || inner === null || outer.length * inner.length > mostPieces) return null;
  return outer.flatMap((left) => inner.map((right) => both(left, right)));
}

const undivided = (where: Condition): ConditionPiece => ({
  ...{ where, others: [] },
  halves: () => null,
});

const both = (left: ConditionPiece, right: ConditionPiece): ConditionPiece => ({
  where: allOf(left.where, right.where),
  others: [...left.others, ...right.others],
  halves() {
    const [first, second] = right.halves() ?? [];
    return first && second ? [both(left, first), both(left, second)] : null;
  },
});

function longestOf(conditions: readonly Condition[]): Condition | undefined {
  let longest: Condition | undefined;
  for (const condition of conditions)
    if (longest === undefined || lengthOf(condition) > lengthOf(longest)) longest = condition;
  return longest;
}

/** One way to meet a condition: a comparison, and what has to hold besides. */
interface Term {
  readonly guards: readonly Condition[];
  readonly leaf: Condition;
}

const conditionOf = ({ guards, leaf }: Term): Condition => allOf(...guards, leaf)!;

function termsOf(condition: Condition, guards: readonly Condition[] = []): readonly Term[] {
  if (condition.op === 'or') return condition.conditions.flatMap((part) => termsOf(part, guards));
  if (condition.op !== 'and') return [{ guards, leaf: condition }];
  const longest = longestOf(condition.conditions);
  if (longest === undefined) return [{ guards, leaf: condition }];
  const besides = condition.conditions.filter((part) => part !== longest);
  return termsOf(longest, [...guards, ...besides]);
}

interface LongTerm extends Term {
  readonly leaf: ListCondition & { readonly path: FieldPath };
}

const isList = (term: Term): term is LongTerm =>
  term.leaf.op === 'in' && typeof term.leaf.path === 'string' && !term.leaf.values.includes(null);

/** The pieces of a disjunction: its short terms together, and each of its lists of ids in as many as it takes. */
function junctionPieces(condition: Condition, room: number): readonly ConditionPiece[] | null {
  const terms = [...withSharedPaths(termsOf(condition))].sort(
    (left, right) => lengthOf(conditionOf(left)) - lengthOf(conditionOf(right)),
  );
  const short: Term[] = [];
  let used = 0;
  for (const term of terms) {
    used += lengthOf(conditionOf(term));
    if (used > room / 2) break;
    short.push(term);
  }
  // The longest first: fewer rows of the others are counted apart.
  const long = terms.slice(short.length).reverse();
  if (!long.every(isList)) return null;
  const shorts = anyOf(...short.map(conditionOf));
  const notShort = negated(shorts);
  const pieces: ConditionPiece[] = shorts === undefined ? [] : [undivided(shorts)];
  for (const [at, term] of long.entries()) {
    const before = long.slice(0, at);
    // A row of another term is told by its field alone where the term asks for nothing besides that this one does not.
    if (!before.every(({ guards }) => guards.every((guard) => term.guards.includes(guard))))
      return null;
    const others = before.map(({ leaf }) => ({
      path: leaf.path,
      ids: new Set(leaf.values.map(String)),
    }));
    const around =
      lengthOf(allOf(...term.guards, notShort)) + lengthOf({ ...term.leaf, values: [] });
    const chunk = { around: '', maxBytes: room - around, maxValues: term.leaf.values.length };
    const pieceOf = (values: ListCondition['values']): ConditionPiece => ({
      where: allOf(...term.guards, { ...term.leaf, values }, notShort)!,
      others,
      halves() {
        const middle = Math.ceil(values.length / 2);
        return middle === values.length
          ? null
          : [pieceOf(values.slice(0, middle)), pieceOf(values.slice(middle))];
      },
    });
    pieces.push(...chunkByEncodedLength(term.leaf.values, chunk).map(pieceOf));
    if (pieces.length > mostPieces) return null;
  }
  return pieces;
}

/** Lists of ids of one field under the same guards are one list. */
function withSharedPaths(terms: readonly Term[]): readonly Term[] {
  const merged: Term[] = [];
  for (const term of terms) {
    const at = merged.findIndex(
      (other) =>
        isList(term) &&
        isList(other) &&
        other.leaf.path === term.leaf.path &&
        other.guards.length === term.guards.length &&
        other.guards.every((guard, index) => guard === term.guards[index]),
    );
    const other = merged[at];
    if (other === undefined || !isList(other) || !isList(term)) merged.push(term);
    else {
      const values = [...new Set([...other.leaf.values, ...term.leaf.values])];
      merged[at] = { ...other, leaf: { ...other.leaf, values } };
    }
  }
  return merged;
}
