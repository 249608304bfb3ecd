/** Search of figures: who asks for the number of deals, or for a sum by stage, means what counts and measures records. */

import { otherNames } from '../../contract/synonym.ts';
import type { FoundField } from './found-field.ts';

/** Fields of a group of records, by what people call them. */
const measures: ReadonlyMap<string, string> = new Map([
  ...(['sum', 'total', 'sums', 'totals'] as const).map((word) => [word, 'sum'] as const),
  ...(['average', 'mean'] as const).map((word) => [word, 'avg'] as const),
  ...(['count', 'number', 'many'] as const).map((word) => [word, 'count'] as const),
]);

const suffix = 'Aggregate';

/** Figures of records at the top of a question, the best first: of deals by stage `opportunitiesAggregate`; none for words that ask for no figure. */
export function findFigures(
  entries: readonly FoundField[],
  words: readonly string[],
): readonly FoundField[] {
  // What is behind it are groups: arguments of what is before.
  const by = words.findIndex((word) => word === 'by' || word === 'per');
  const before = by === -1 ? words : words.slice(0, by);
  const measure = before.map((word) => measures.get(word)).find((name) => name !== undefined);
  if (measure === undefined && by === -1) return [];
  const names = new Set(
    before.flatMap((word) => [word, ...otherNames(word)]).map((name) => name.toLowerCase()),
  );
  const records = entries.filter(
    ({ path: [name = '', ...below] }) =>
      below.length === 0 &&
      name.endsWith(suffix) &&
      names.has(name.slice(0, -suffix.length).toLowerCase()),
  );
  if (measure === undefined || measure === 'count') return records;
  // The fields that can be measured stand in the index below the first measure.
  const measured = entries.flatMap((entry) => {
    const [name = '', first, field = '', ...below] = entry.path;
    const isMeasured = name.endsWith(suffix) && first === 'avg' && below.length === 0;
    if (!isMeasured || !names.has(field.toLowerCase())) return [];
    return [{ ...entry, path: [name, measure, field] }];
  });
  if (records.length === 0) return measured;
  const lists = new Set(records.map(({ path }) => path[0]));
  return [...measured.filter(({ path }) => lists.has(path[0])), ...records];
}
