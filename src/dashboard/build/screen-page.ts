/**
 * A page for each screen, which names the screen's files beside those of the frame: the browser fetches all of them
 * at once, and not one after the other as imports lead to them. The first script sends the screen's operation and
 * waits for none of the others.
 */

import type { Plugin, Rolldown } from 'vite';

/** @param home name of the screen that is shown where the address names none. */
export function screenPages(home: string): Plugin {
  return {
    name: 'screen-pages',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('Expected index.html in the build.');
      const html = String(page.source);
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const first = chunks.find(({ moduleIds }) =>
        moduleIds.some((id) => id.endsWith('/preload-query.ts')),
      );
      if (first === undefined) throw new Error('Expected preload-query.ts in the build.');
      // `async`: it waits for no style sheet.
      const lines = html.split('\n');
      const script = `<script type="module" async crossorigin src="/app/${first.fileName}"></script>\n`;
      for (const chunk of chunks) {
        const name = /\/(\w+)-screen\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1];
        if (name === undefined) continue;
        const links = linksOf([first, chunk], bundle).filter(({ file }) => !html.includes(file));
        const source = lines
          // As a script of its own it needs no link.
          .filter((line) => !(line.includes('modulepreload') && line.includes(first.fileName)))
          .join('\n')
          .replace('  <script', `  ${script}  <script`)
          .replace('</head>', `${links.map(({ link }) => `  ${link}\n`).join('')}</head>`);
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
        if (name === home) page.source = source;
      }
    },
  };
}

interface Link {
  readonly file: string;
  readonly link: string;
}

/** What these scripts and all that they import need. */
function linksOf(
  entries: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): readonly Link[] {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const file of chunk.imports) {
      const next = bundle[file];
      if (next?.type === 'chunk') add(next);
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const entry of entries) add(entry);
  for (const { fileName } of entries.slice(0, 1)) scripts.delete(fileName);
  const link = (rel: string) => (file: string) => ({
    file,
    link: `<link rel="${rel}" crossorigin href="/app/${file}">`,
  });
  return [...[...scripts].map(link('modulepreload')), ...[...styles].map(link('stylesheet'))];
}
