/** Errors and incomplete lists of an answer, as lines for the terminal. */

import { counted } from '../errors.ts';
import type { IncompleteList } from '../fetch/incomplete-list.ts';
import { durationText } from '../main/progress.ts';
import { stderr } from '../main/terminal.ts';
import type { AnswerError } from '../questions/row-page.ts';

/**
 * An error of the graph in its own words, with place and code, and when to come back.
 * @example 'Error at tasks: RATE_LIMITED The upstream asked for a pause. Again in 2 h 0 min.'
 */
export function errorLine({ path = [], message, extensions }: AnswerError): string {
  const code = extensions?.code === undefined ? '' : `${extensions.code} `;
  const ms = extensions?.retryAfterMs ?? 0;
  const again = ms > 0 ? ` Again in ${durationText(ms / 1_000)}.` : '';
  return `Error at ${path.join('.') || 'the top'}: ${code}${message}${again}`;
}

/** Names incomplete lists on standard error: a line for each reason, with all lists that it holds for. */
export function printIncomplete(lists: readonly IncompleteList[]): void {
  const placesByMessage = new Map<string, string[]>();
  for (const { path, message, expected, received } of lists) {
    const counts = expected === null ? '' : ` (${received ?? '?'} of ${counted(expected, 'row')})`;
    const places = placesByMessage.get(message) ?? [];
    placesByMessage.set(message, [...places, `${path.join('.') || 'the answer'}${counts}`]);
  }
  for (const [message, places] of placesByMessage)
    stderr.write(`Incomplete: ${places.join(', ')}: ${message}\n`);
}
