/** Pages of the reference as Markdown, which GitHub and VitePress read alike. */

export interface Page {
  /** Path below `docs/reference/`. */
  readonly path: string;
  readonly text: string;
}

/**
 * A page that begins as all do: a title, and what its reader will have.
 * @param source module whose text the page is made of, from the repository's root.
 */
export const page = (
  path: string,
  title: string,
  opening: string,
  source: string,
  sections: readonly string[],
): Page => ({
  path,
  text: `# ${title}\n\n${opening}\n\n<!-- Made of ${source} by \`npm run docs:reference\`: change it there. -->\n\n${sections.join('\n\n')}\n`,
});

export const section = (title: string, ...parts: readonly string[]): string =>
  [`## ${title}`, ...parts.filter((part) => part !== '')].join('\n\n');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A bar would end the cell, also in code; a line break is one of HTML. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\n+/g, '<br>');

/** Literal text in code: VitePress reads {{ }} as a template elsewhere. */
export const code = (text: string): string => `\`${text}\``;

/** Text of code for Markdown: outside of its code spans nothing is a tag, a template, or the end of a cell. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part
            .replaceAll('<', '&lt;')
            .replaceAll('{{', '&#123;{')
            .replaceAll('*', '\\*')
            // An address of a description is an example, and no link.
            .replace(/(?<!\]\()https?:\/\/[^\s,;()]*[^\s,;().]/g, '`$&`'),
    )
    .join('');
