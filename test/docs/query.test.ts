/** Questions that pages show, asked of the synthetic company: their answers and calls are those on the page. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';
import { answerText, cutLists } from './answer-text.ts';
import { type Block, blocksOf, pages, root } from './page.ts';

interface Question {
  readonly query: Block;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly answer: Block | undefined;
  /** Upstream calls, where the page says how many. */
  readonly calls: number | undefined;
}

/** `Takes two upstream calls.` behind a question; ten and more are figures. */
const callLine = /^Takes (\w+) upstream calls?\b/;
const words = 'no one two three four five six seven eight nine'.split(' ');
const wordOf = (count: number): string => words[count] ?? String(count);
const countOf = (word: string): number =>
  words.includes(word) ? words.indexOf(word) : Number(word);

/** A graphql block with what stands right behind it. */
function questionsOf(page: string): Question[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((query, index) => {
    if (query.language !== 'graphql' || query.notRun !== undefined) return [];
    let next = index + 1;
    /** The block at `next`, where it follows the one before with nothing between them. */
    const follows = (isIt: (block: Block) => boolean): Block | undefined => {
      const block = blocks[next];
      const isNext = blocks[next - 1]?.next.startsWith('```') === true;
      if (block === undefined || !isNext || block.language !== 'json' || !isIt(block)) return;
      next += 1;
      return block;
    };
    const variables = follows(({ info }) => info === 'variables');
    const answer = follows(({ info }) => info === '' || info.startsWith('excerpt'));
    const [, count] = callLine.exec(blocks[next - 1]?.next ?? '') ?? [];
    return {
      query,
      variables: JSON.parse(variables?.text ?? '{}'),
      answer,
      calls: count === undefined ? undefined : countOf(count),
    };
  });
}

/** How many items of each list an excerpt shows: `excerpt 2`. */
const lengthOf = ({ info }: Block): number => Number(/^excerpt (\d+)$/.exec(info)?.[1] ?? Infinity);

let world: World;
beforeAll(async () => {
  world = await openWorld({ trackers: true, words: 4 });
});
afterAll(() => world.close());

describe.each(pages.map((page) => ({ page, questions: questionsOf(page) })))(
  '$page',
  ({ page, questions }) => {
    it.runIf(questions.length > 0)('shows questions with their answers', async () => {
      for (const { query, variables, answer, calls } of questions) {
        const at = `${page}:${query.line}`;
        const { calls: sent, ...whole } = await world.ask(query.text, variables);
        const { data, errors } = whole;
        const shown = answer && cutLists({ data, ...(errors && { errors }) }, lengthOf(answer));
        if (process.env.UPDATE_GOLDEN === '1' && answer !== undefined) {
          replace(answer, shown, sent.length);
          continue;
        }
        if (answer === undefined) expect(errors, at).toBeUndefined();
        else expect(shown, at).toEqual(JSON.parse(answer.text));
        if (calls !== undefined) expect(sent.length, `calls of ${at}`).toBe(calls);
      }
    });
  },
);

/** Writes an answer and its calls into the page: `UPDATE_GOLDEN=1 npx vitest run test/docs/query.test.ts`. */
function replace({ page, text, info, next }: Block, answer: unknown, calls: number): void {
  const file = join(root, page);
  const fence = `\`\`\`json${info === '' ? '' : ` ${info}`}\n`;
  const [before, after, ...others] = readFileSync(file, 'utf8').split(fence + text);
  if (after === undefined || others.length > 0) throw new Error(`${page} has this answer twice`);
  const line = `Takes ${wordOf(calls)} upstream call${calls === 1 ? '' : 's'}`;
  const behind = callLine.test(next) ? after.replace(/Takes \w+ upstream calls?/, line) : after;
  writeFileSync(file, `${before}${fence}${answerText(answer)}\n${behind}`);
}
