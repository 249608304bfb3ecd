/** Clicks: changes of a question from beside its text. Each can be undone by another click while nothing else has changed the question since. */

import type { Edit } from '../explorer/document-edit.ts';
import { activeTab, changeTab, type Question, type Tab } from '../tab/tab-store.ts';
import { editQuery } from './query-editor.tsx';

interface Click {
  readonly before: Question;
  readonly after: Question;
  /** What somebody may not have meant to lose. */
  readonly said: string;
  /** Field that was typed in: its letters are one change. */
  readonly typedIn: Element | null;
}

/** What a click changes besides the text, and what is said of it. */
interface ClickOptions {
  readonly variables?: string;
  readonly said?: string;
}

const clicks = new Map<string, readonly Click[]>();
const mostClicks = 100;

const isSame = (question: Question, other: Question): boolean =>
  question.query === other.query && question.variables === other.variables;

/** Changes the question that is looked at. */
export function click(edits: readonly Edit[], { variables, said = '' }: ClickOptions = {}): void {
  const before = activeTab();
  editQuery(edits);
  if (variables !== undefined) changeTab(before.id, { variables });
  const after = activeTab();
  if (isSame(before, after)) return;
  const past = clicks.get(before.id) ?? [];
  const typedIn = document.activeElement?.matches('input:not([type=checkbox])')
    ? document.activeElement
    : null;
  const last = lastClick(before);
  const isMore = typedIn !== null && last !== null && last.typedIn === typedIn;
  const next = { before: isMore ? last.before : before, after, said, typedIn };
  clicks.set(before.id, [...(isMore ? past.slice(0, -1) : past), next].slice(-mostClicks));
}

/** Null where there was none, or the question is another by now. */
export function lastClick(tab: Tab): Click | null {
  const last = clicks.get(tab.id)?.at(-1);
  return last !== undefined && isSame(last.after, tab) ? last : null;
}

export function undoClick(tab: Tab): void {
  const last = lastClick(tab);
  if (last === null) return;
  clicks.set(tab.id, clicks.get(tab.id)!.slice(0, -1));
  editQuery([differenceOf(tab.query, last.before.query)]);
  changeTab(tab.id, { variables: last.before.variables });
}

/** One edit that makes a text another: what is alike before and behind it stays, and the caret there. */
function differenceOf(text: string, next: string): Edit {
  const shorter = Math.min(text.length, next.length);
  let from = 0;
  while (from < shorter && text[from] === next[from]) from += 1;
  let behind = 0;
  while (behind < shorter - from && text.at(-1 - behind) === next.at(-1 - behind)) behind += 1;
  return { from, to: text.length - behind, insert: next.slice(from, next.length - behind) };
}
