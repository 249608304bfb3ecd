/** How tests run the commands that pages show: each line of an `sh` block is matched here, by the first entry that fits. */

import { type Block, blocksOf, pages } from './page.ts';

/** Runs a command as it stands, in a folder of its own beside a gateway over the synthetic company. */
export const here = 'test/wide/docs-command.wide.ts';

export interface Runner {
  /** Of which pages; without it, of all. */
  readonly page?: RegExp;
  readonly command: RegExp;
  /** The test that runs it. */
  readonly by: string;
  /** Where `by` is `here`: what it ends with, and what it prints. Default: 0, and anything. */
  readonly exit?: number;
  readonly prints?: RegExp;
}

export const runners: readonly Runner[] = [
  // The checks run these as they stand, on a clean clone.
  { command: /^npm ci(?: && npm test)?$/, by: '.ci/run' },
  // The gateway beside which commands run is started so.
  { command: /^npm (?:ci && npm )?start$/, by: `${here} (beforeAll)` },
  { page: /test-service|faults/, command: /^curl /, by: 'test/readme.test.ts' },
  { page: /build\/dashboard/, command: /./, by: 'test/wide/dashboard-page.wide.ts' },
  { page: /build\/panel/, command: /^npx /, by: 'test/wide/docs-panel.wide.ts' },
  {
    page: /build\/panel/,
    command: /^CORS_ORIGINS=\S+ npm start$/,
    by: 'test/server/origin-policy.test.ts',
  },
  { page: /build\/index/, command: /^curl /, by: here, prints: /"name":.*"name":/ },
  { page: /start\/index/, command: /^curl /, by: here, prints: /Clover Software/ },
  { command: /^npx switchboard (?:schema print )?--help$/, by: here, prints: /switchboard/ },
  { command: /^npx switchboard run$/, by: here, prints: /^quiet-deals/m },
  { command: /^npx switchboard run [\w-]+(?: --var \S+)*(?: --format csv| --out \S+)?$/, by: here },
  { command: /^npx switchboard query \S+ --format table$/, by: here, prints: /startedAt/ },
  { command: /^npx switchboard query \S+ --explain$/, by: here, prints: /"explain"/ },
  { command: /^npx switchboard export /, by: here },
  { page: /operate\/image/, command: /./, by: 'test/wide/package.wide.ts' },
  { page: /operate\/backup/, command: /./, by: 'test/wide/backup.wide.ts' },
  { page: /operate\/proxy/, command: /^curl /, by: 'test/wide/docs-proxy.wide.ts' },
  { page: /operate\/monitoring/, command: /^promtool /, by: 'test/deploy-monitoring.test.ts' },
  {
    page: /connect\/(?:first-minutes|try|service)/,
    command: /./,
    by: 'test/wide/connect-page.wide.ts',
  },
  { command: /^npx switchboard doctor --as /, by: here, prints: /Ada Rousseau/ },
  { command: /--permission-set/, by: here, prints: /Switchboard\.permissionset/ },
  { command: /^npx switchboard key$/, by: here, prints: /^sha256 /m },
  { command: /^npx switchboard index status --url \S+$/, by: here, prints: /^ {2}state/m },
  { command: /^npx switchboard index sync$/, by: 'test/wide/help-example.wide.ts' },
];

export interface Command {
  readonly block: Block;
  readonly text: string;
}

/** Commands of a page's `sh` blocks: lines that end in a backslash go on, as loops do until their `done`, comments behind a command are left out. */
export const commandsOf = (page: string): readonly Command[] =>
  blocksOf(page)
    .filter(({ language, notRun }) => language === 'sh' && notRun === undefined)
    .flatMap((block) =>
      block.text
        .replaceAll(/\\\n\s*/g, '')
        .split(/\n(?! |done\b)/)
        .map((line) => line.replace(/(?:^|\s+)# .*$/, '').trim())
        .filter((line) => line !== '')
        .map((text) => ({ block, text })),
    );

export const runnerOf = ({ block, text }: Command): Runner | undefined =>
  runners.find(
    ({ page, command }) => (page === undefined || page.test(block.page)) && command.test(text),
  );

export const allCommands = (): readonly Command[] => pages.flatMap(commandsOf);
