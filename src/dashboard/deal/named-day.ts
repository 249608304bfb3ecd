/** The day that a sentence of a call names: a weekday, today or tomorrow, in the words of the call's language. */

import { startOfDay } from '../shared/day.ts';

interface DayWords {
  readonly weekdays: readonly string[];
  readonly today: string;
  readonly tomorrow: string;
}

const byLanguage = new Map<string, DayWords | null>();

/** Of a language as calls have it (`eng`); null for what is none, such as `und`. */
function wordsOf(language: string): DayWords | null {
  const cached = byLanguage.get(language);
  if (cached !== undefined) return cached;
  const words = makeWords(language);
  byLanguage.set(language, words);
  return words;
}

function makeWords(language: string): DayWords | null {
  if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return null;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    // 4 January 1970 was a Sunday.
    weekdays: Array.from({ length: 7 }, (_, at) =>
      weekday.format(new Date(Date.UTC(1970, 0, 4 + at))).toLowerCase(),
    ),
    today: relative.format(0, 'day').toLowerCase(),
    tomorrow: relative.format(1, 'day').toLowerCase(),
  };
}

/**
 * @param at when it was said: a weekday is the next one after that day
 * @example namedDay('We will come back to you by Friday.', new Date('2026-10-27T10:00'), 'eng') // 30 October
 */
export function namedDay(text: string, at: Date, language: string | null): Date | null {
  let words: DayWords | null = null;
  try {
    words = wordsOf(language ?? 'en');
  } catch {
    // No tag of a language.
  }
  if (words === null) return null;
  const lower = text.toLowerCase();
  const { weekdays, today, tomorrow } = words;
  if (names(lower, tomorrow)) return startOfDay(at, 1);
  if (names(lower, today)) return startOfDay(at);
  const named = weekdays.findIndex((weekday) => names(lower, weekday));
  return named < 0 ? null : startOfDay(at, (named - at.getDay() + 7) % 7 || 7);
}

/** As a word of its own, where the language sets words apart. */
function names(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  if (!/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word)) return true;
  const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`;
  return !/\p{L}/u.test(around);
}
