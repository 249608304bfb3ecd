/** A screen as a brief: the Markdown of what it shows. It is read from the page, so that it says what the reader sees. */

/** What only a screen can do, or repeats in words what is drawn: not read aloud from a page of paper either. */
const leftOut =
  'button, input, select, textarea, form, nav, video, audio, [aria-hidden=true], [hidden], details:not([open]), .takeaway, .hint, .call-stage, .transcript';

/** Elements that are lines of their own. */
const blocks = new Set([
  ...['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'DETAILS', 'DIV', 'DL', 'FIELDSET', 'FIGURE'],
  ...['FOOTER', 'HEADER', 'MAIN', 'OL', 'P', 'SECTION', 'SUMMARY', 'TABLE', 'UL'],
  ...['H1', 'H2', 'H3', 'H4'],
]);

/** @param main the content of a screen; @param address of the screen, which ends the brief */
export function briefOf(main: Element, address: string): string {
  const text = blocksOf(main).join('\n\n');
  return `${text}\n\n[${escaped(document.title)}](${address})\n`;
}

function blocksOf(parent: Element): string[] {
  const texts: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = oneLine(line);
    if (text !== '') texts.push(text);
    line = '';
  };
  for (const node of parent.childNodes) {
    if (!(node instanceof Element) || !blocks.has(node.tagName)) {
      line += inline(node);
      continue;
    }
    endLine();
    if (!isLeftOut(node)) texts.push(...blockOf(node));
  }
  endLine();
  return texts;
}

function blockOf(element: Element): string[] {
  const { tagName } = element;
  if (/^H\d$/.test(tagName)) {
    const text = inlineText(element);
    return text === '' ? [] : [`${'#'.repeat(Number(tagName[1]))} ${text}`];
  }
  if (tagName === 'UL' || tagName === 'OL') return listOf(element, 'LI', inlineText);
  if (tagName === 'DL') return listOf(element, 'DT', factText);
  if (tagName === 'TABLE') return tableOf(element as HTMLTableElement);
  return blocksOf(element);
}

function listOf(list: Element, tag: string, textOf: (item: Element) => string): string[] {
  const items = [...list.querySelectorAll(tag)].filter(
    (item) => item.closest(list.tagName) === list && !isLeftOut(item),
  );
  const lines = items.map(textOf).filter((text) => text !== '');
  return lines.length === 0 ? [] : [lines.map((text) => `- ${text}`).join('\n')];
}

function factText(name: Element): string {
  const fact = name.nextElementSibling;
  return fact === null ? '' : `**${inlineText(name)}**: ${inlineText(fact)}`;
}

function tableOf(table: HTMLTableElement): string[] {
  if (table.closest('.visually-hidden') !== null) return [];
  const rows = [...table.rows].map((row) =>
    [...row.cells].flatMap((cell) => [
      inlineText(cell).replaceAll('|', '\\|'),
      ...Array.from({ length: cell.colSpan - 1 }, () => ''),
    ]),
  );
  const [head, ...body] = rows;
  if (head === undefined || body.length === 0) return [];
  const lines = [head, head.map(() => '---'), ...body];
  return [lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

const inlineText = (element: Element): string =>
  oneLine([...element.childNodes].map(inline).join(''));

const oneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?: ?·)+ ?/g, ' · ')
    .replaceAll(/^(?: · )+|(?: · )+$/g, '')
    .trim();

function inline(node: Node): string {
  if (node instanceof Text) return escaped(node.data.replaceAll(/\s+/g, ' '));
  if (!(node instanceof Element) || isLeftOut(node)) return '';
  const text = [...node.childNodes].map(inline).join('');
  if (text.trim() === '') return '';
  const marked = markedText(node, text);
  // What has a place of its own within an item is set off from what is beside it.
  return /^(?:inline|contents)$/.test(getComputedStyle(node).display)
    ? marked
    : ` · ${marked.trim()} · `;
}

function markedText(element: Element, text: string): string {
  if (element instanceof HTMLAnchorElement) return `[${oneLine(text)}](${element.href})`;
  return element.tagName === 'B' ? `**${text.trim()}**` : text;
}

/** Plots are drawn beside the words that say the same; some words are there for screen readers alone. */
const isLeftOut = (element: Element): boolean =>
  element instanceof SVGElement ||
  element.matches(leftOut) ||
  (element.matches('.visually-hidden') && element.tagName !== 'THEAD');

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#]/g, '\\$&');
