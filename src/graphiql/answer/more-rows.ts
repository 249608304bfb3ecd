/** More rows of a list than its question asked for, page by page. */

import { type Asked, ask } from '../graph/ask.ts';
import { pageQuestion } from '../graph/list-page.ts';
import { readVariables } from '../graph/variables.ts';
import type { Tab } from '../tab/tab-store.ts';
import { joinedAnswer, listAt } from './joined-answer.ts';
import { type Run, whileStoppable } from './run.ts';

/** Rows that the page takes of a list, as an address of a saved question does. */
export const mostRows = 10_000;
/** Rows of a page, unless the server takes fewer at once. */
export const pageRows = 100;

/** Appends the rows behind those of a list, until there are so many or no more. */
export const askMore = (tab: Tab, before: Run, path: readonly string[], most: number) =>
  whileStoppable(tab.id, before, async (signal, show) => {
    let run = before;
    for (;;) {
      const list = listAt(run.answer.data, path);
      const count = (list?.nodes ?? list?.edges ?? []).length;
      const after = list?.pageInfo?.hasNextPage === true ? list.pageInfo.endCursor : null;
      if (typeof after !== 'string' || count >= most || signal.aborted) return run;
      const page = await askPage(tab, run, { path, after, most: most - count }, signal);
      const next = listAt(page.answer.data, path);
      if (next === null || next.pageInfo?.endCursor === after) {
        const errors = [...(run.answer.errors ?? []), ...(page.answer.errors ?? [])];
        return { ...run, answer: { ...run.answer, errors } };
      }
      run = { ...run, answer: joinedAnswer(run.answer, page.answer, path), ms: run.ms + page.ms };
      show(run);
    }
  });

interface NextPage {
  readonly path: readonly string[];
  readonly after: string;
  readonly most: number;
}

/** In pages as large as the server takes; where it refuses that, in those of the question. */
async function askPage(
  tab: Tab,
  { question, sent }: Run,
  { path, after, most }: NextPage,
  signal: AbortSignal,
): Promise<Asked> {
  const former = { query: sent, variables: readVariables(question.variables) };
  let page: Asked = { answer: {}, ms: 0 };
  for (const first of [Math.min(pageRows, most), null]) {
    const next = pageQuestion(former, path, after, first);
    if (next === null)
      return refused('The next rows can’t be asked for: move the list out of its fragment.');
    try {
      page = await ask(next, tab, { explain: '1', signal });
    } catch (error) {
      page = refused((error as Error).message);
    }
    if (signal.aborted || listAt(page.answer.data, path) !== null) break;
  }
  return page;
}

const refused = (message: string): Asked => ({ answer: { errors: [{ message }] }, ms: 0 });
