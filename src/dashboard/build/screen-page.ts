/**
 * A page for each screen, which names the screen's files beside those of the frame: the browser fetches all of them
 * at once, and not one after the other as imports lead to them.
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
      for (const chunk of Object.values(bundle)) {
        const name = chunk.type === 'chunk' && screenIn(chunk);
        if (!name) continue;
        const source = html.replace(
          '</head>',
          `${linksOf(chunk as Rolldown.OutputChunk, bundle, html)}</head>`,
        );
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source });
        if (name === home) page.source = source;
      }
    },
  };
}

const screenIn = ({ facadeModuleId }: Rolldown.OutputChunk): string | undefined =>
  /\/(\w+)-screen\.tsx$/.exec(facadeModuleId ?? '')?.[1];

function linksOf(
  screen: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  html: string,
): string {
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
  add(screen);
  return [
    ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/app/${file}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/app/${file}">`),
  ]
    .filter((link) => !html.includes(/href="[^"]+"/.exec(link)![0].slice(6, -1)))
    .map((link) => `  ${link}\n`)
    .join('');
}
