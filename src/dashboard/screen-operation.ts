/**
 * The first question of each screen, by the name its address begins with. Every page loads them all, so Prepare, which is
 * reached from other screens, brings its own.
 */

import { accountQuestion } from './account/account-question.ts';
import { browseQuestion } from './browse/browse-question.ts';
import { callQuestion } from './call/call-question.ts';
import { callsQuestion } from './calls/calls-question.ts';
import type { AnyQuestion, ScreenLocation } from './data/question.ts';
import { dealQuestion } from './deal/deal-question.ts';
import { dealsQuestion } from './deal/deals-question.ts';
import { home } from './default-path.ts';
import { personQuestion } from './person/person-question.ts';
import { searchQuestion } from './search/search-question.ts';
import { signalsQuestion } from './signal/signals-question.ts';
import { teamQuestion } from './team/team-question.ts';
import { todayQuestion } from './today/today-question.ts';

const questions = new Map<string, AnyQuestion>([
  ['today', todayQuestion],
  ['deals', dealsQuestion],
  ['deal', dealQuestion],
  ['browse', browseQuestion],
  ['calls', callsQuestion],
  ['call', callQuestion],
  ['account', accountQuestion],
  ['person', personQuestion],
  ['team', teamQuestion],
  ['signals', signalsQuestion],
  ['search', searchQuestion],
]);

/** @param path below `/app`. */
export function questionAt(
  path: string,
  search: string,
): { question: AnyQuestion; place: ScreenLocation } | null {
  const [, name = '', id = ''] = path.split('/');
  const question = questions.get(name || home.slice(1));
  const params = new URLSearchParams(search);
  if (question === undefined) return null;
  return {
    question,
    place: { id, get: (key) => params.get(key), all: (key) => params.getAll(key) },
  };
}
