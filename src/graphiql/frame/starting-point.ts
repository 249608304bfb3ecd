/** Starting points: five questions to begin with, by what somebody wants to know. */

import { type Showcase, settings } from '../settings.ts';
import type { Question } from '../tab/tab-store.ts';

interface StartingPoint {
  readonly wish: string;
  readonly showcase: Showcase;
}

const wishes: readonly (readonly [showcase: string, wish: string])[] = [
  ['account-360', 'How are our largest customers doing?'],
  ['deal-review', 'Which deals are about to close, and what was said in their calls?'],
  ['quiet-accounts', 'Which open deals has nobody spoken about lately?'],
  ['competitor-mentions', 'Where were competitors named?'],
  ['team-activity', 'How does my team spend its calls?'],
];

export const startingPoints: readonly StartingPoint[] = wishes.flatMap(([name, wish]) => {
  const showcase = settings.showcases.find((candidate) => candidate.name === name);
  return showcase === undefined ? [] : [{ wish, showcase }];
});

/** Without the paragraph of its comment that is for who works on the graph, where texts need not be the server's own. */
export const questionOf = ({ query, variables }: Showcase): Question => ({
  query: settings.onlyTrusted ? query : query.replace(/^#\n(?:# .*\n)+/m, ''),
  variables: variables ?? '',
});
