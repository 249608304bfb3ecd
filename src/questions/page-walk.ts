/** Walk over the pages of a document's rows, one answer a page, for whoever takes them all. */

import { UserInputError } from '../errors.ts';
import type { IncompleteList } from '../fetch/incomplete-list.ts';
import { cutBefore, unnested } from './column-expression.ts';
import { type ClientAnswer, cutList, type RowPage, rowPage } from './row-page.ts';
import type { RowSelection } from './table-shape.ts';

interface PageSource {
  execute(query: string, variables: Readonly<Record<string, unknown>>): Promise<ClientAnswer>;
}

interface WalkOptions {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly selection: RowSelection;
  /** Path in a row of a list that gets a row for each of its items. */
  readonly unnest: readonly string[] | null;
  /** Cursor of the page before the first; null for the beginning. */
  readonly after: string | null;
}

export interface WalkedPage extends RowPage {
  /** Number of rows before they were unnested. */
  readonly records: number;
}

/**
 * Asks for a page when it is taken, and for none behind the last one.
 * @throws what `rowPage` throws, and UserInputError where a page leads to itself
 */
export async function* walkPages(
  source: PageSource,
  { query, variables, selection, unnest, after }: WalkOptions,
): AsyncGenerator<WalkedPage> {
  const isPaged = selection.kind !== 'list' && selection.unpaged === null;
  for (let cursor = after; ; ) {
    const values =
      isPaged && selection.kind !== 'answer' ? { ...variables, after: cursor } : variables;
    const page = opened(rowPage(await source.execute(query, values), selection), unnest);
    if (!isPaged) {
      yield {
        ...page,
        next: null,
        incomplete: [...page.incomplete, ...unpagedRest(page, selection)],
      };
      return;
    }
    if (page.next !== null && page.next === cursor)
      throw new UserInputError('The connection handed out the same cursor again.');
    yield page;
    if (page.next === null) return;
    cursor = page.next;
  }
}

/** Rows behind the one page of a connection whose document can't go on. */
function unpagedRest(
  { records, isWhole, total }: WalkedPage,
  { kind, unpaged, path, most }: RowSelection,
): readonly IncompleteList[] {
  // A plain list has said so itself.
  if (kind === 'list' || unpaged === null || isWhole) return [];
  if (isWhole === null) return cutList(records, total, { path, most });
  const message = `There are more rows, which the document can't ask for. ${unpaged}`;
  return [{ path, message, expected: total, received: records }];
}

function opened(page: RowPage, unnest: readonly string[] | null): WalkedPage {
  const records = page.rows.length;
  if (unnest === null) return { ...page, records };
  const cut = cutBefore(page.rows, unnest).map(
    (path): IncompleteList => ({
      path,
      message: 'Has more rows than its window; ask for a larger one.',
      expected: null,
      received: null,
    }),
  );
  return {
    ...page,
    records,
    rows: page.rows.flatMap((row) => [...unnested(row, unnest)]),
    incomplete: [...page.incomplete, ...cut],
  };
}

/** An instant in a message: since when calls are known changes between pages while the index fills. */
const instants = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A hidden column, or the calls of a time, are missing from every page. */
const isSaid = (said: readonly IncompleteList[], { path, message, expected }: IncompleteList) => {
  const textOf = (sentence: string): string => sentence.replaceAll(instants, '');
  return (
    expected === null &&
    path.every((key) => typeof key === 'string') &&
    said.some(
      (list) => textOf(list.message) === textOf(message) && String(list.path) === String(path),
    )
  );
};

/** Most incomplete places that a walk remembers. */
const maxIncomplete = 1_000;

/** Incomplete places of all pages so far, what holds for each page once. */
export const joinedLists = (
  said: readonly IncompleteList[],
  ofPage: readonly IncompleteList[],
): readonly IncompleteList[] =>
  [...said, ...ofPage.filter((list) => !isSaid(said, list))].slice(0, maxIncomplete);
