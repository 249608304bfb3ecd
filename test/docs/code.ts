/** How tests run the blocks of code that pages show, by their language: each is matched here by the first entry that fits. */

import { type Block, blocksOf, pages } from './page.ts';

interface CodeRunner {
  readonly page: RegExp;
  readonly language: RegExp;
  /** The test that runs it, or loads it into the program that it is for. */
  readonly by: string;
}

export const codeRunners: readonly CodeRunner[] = [
  { page: /ask\/tables/, language: /^(?:python|sql)$/, by: 'test/wide/docs-command.wide.ts' },
  { page: /ask\/saved-questions/, language: /^python$/, by: 'test/wide/question-rows.wide.ts' },
  { page: /build\/dashboard/, language: /./, by: 'test/wide/dashboard-page.wide.ts' },
  { page: /build\/index/, language: /^ts$/, by: 'test/wide/codegen.wide.ts' },
  { page: /build\/library/, language: /^ts$/, by: 'test/wide/package.wide.ts' },
  { page: /build\/panel/, language: /^(?:ts|js|html)$/, by: 'test/wide/docs-panel.wide.ts' },
  { page: /operate\/monitoring/, language: /^yaml$/, by: 'test/deploy-monitoring.test.ts' },
  { page: /operate\/proxy/, language: /^(?:nginx|text)$/, by: 'test/wide/docs-proxy.wide.ts' },
];

/** Languages of other tests: commands, questions with their variables and answers, access files; and what a program prints. */
const others = /^(?:sh|graphql|json)$/;
const printed = /^docs\/(?:reference|connect\/doctor)/;

export const codeBlocks = (): readonly Block[] =>
  pages
    .flatMap(blocksOf)
    .filter(({ language, page }) => !others.test(language) && !printed.test(page));

export const codeRunnerOf = (block: Block): CodeRunner | undefined =>
  codeRunners.find(({ page, language }) => page.test(block.page) && language.test(block.language));
