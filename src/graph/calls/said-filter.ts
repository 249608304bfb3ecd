/** The input `CallSaidFilter`: what somebody said in one turn, as calls are found by it and moments are read by it. */

import type { InputRef } from '@pothos/core';
import { beginningOf, UserInputError } from '../../errors.ts';
import type { SaidFilter } from '../../participants/call-query.ts';
import { questionWords, type SpokenWord } from '../../participants/spoken-word.ts';
import type { Builder } from '../builder.ts';
import { anyPlatformId } from './call-filter.ts';

/** Condition in a filter; null is the same as absent. */
export interface CallSaid {
  readonly text?: string | null;
  readonly phrase?: string | null;
  readonly by?: 'ours' | 'theirs' | null;
  readonly user?: readonly string[] | null;
  readonly within?: CallSaidWithin | null;
  readonly not?: boolean | null;
}

interface CallSaidWithin {
  readonly firstMinutes?: number | null;
  readonly lastMinutes?: number | null;
}

/** Most words that one condition names. */
const mostWords = 50;

export type SaidInput = InputRef<CallSaid>;

export function createSaidInput(builder: Builder): SaidInput {
  const side = builder.enumType('CallSide', {
    description: 'Whose side of a call somebody is on.',
    values: {
      OURS: { value: 'ours' as const, description: 'Of the company.' },
      THEIRS: { value: 'theirs' as const, description: 'From outside.' },
    },
  });
  const within = builder.inputRef<CallSaidWithin>('CallSaidWithin').implement({
    description: 'When in a call somebody began to speak; everything given must hold.',
    fields: (t) => ({
      firstMinutes: t.int({ description: 'Within so many minutes from its start.' }),
      lastMinutes: t.int({ description: 'Within so many minutes before its end.' }),
    }),
  });
  return builder.inputRef<CallSaid>('CallSaidFilter').implement({
    description:
      'What was said in one turn, which lasts until another speaks: words, a phrase, or both, and everything else given must hold of the same turn. Words are compared whole, as they were said, whatever the case and accents; an asterisk behind one finds those that begin so: price*. Where a language puts no blanks between words, a dictionary cuts them. Evaluated by Switchboard. Needs the right "transcripts".',
    fields: (t) => ({
      text: t.string({ description: 'All of these words, in any order.' }),
      phrase: t.string({
        description: 'These words in this order, with no other between them.',
      }),
      by: t.field({ type: side, description: 'Said by somebody of this side.' }),
      user: t.idList({
        description: 'Said by one of these users of the platform, by global or upstream id.',
      }),
      within: t.field({ type: within, description: 'Said at this time of the call.' }),
      not: t.boolean({
        description:
          'True for the calls in which no turn meets all of this, of those whose transcript the index has read.',
      }),
    }),
  });
}

/** Most conditions of a filter: each is looked for by itself. */
const mostConditions = 10;

/** @throws UserInputError as `saidFilter` does, and for too many */
export function saidFilters(said: readonly CallSaid[]): readonly SaidFilter[] {
  if (said.length > mostConditions)
    throw new UserInputError(
      `Expected at most ${mostConditions} conditions of said, got ${said.length}.`,
    );
  return said.map(saidFilter);
}

/**
 * The condition as the index and transcripts are asked for it.
 * @throws UserInputError for one without a word, and for values that can't be
 */
function saidFilter({ text, phrase, by, user, within }: CallSaid): SaidFilter {
  const words = wordsOf(text);
  const wordsInOrder = wordsOf(phrase);
  const count = words.length + wordsInOrder.length;
  if (count === 0)
    throw new UserInputError(
      `Expected a word in "text" or "phrase" of said, got ${quoted(text ?? phrase)}.`,
    );
  if (count > mostWords)
    throw new UserInputError(`Expected at most ${mostWords} words in said, got ${count}.`);
  if (wordsInOrder.slice(0, -1).some(({ isPrefix }) => isPrefix))
    throw new UserInputError(
      `Expected an asterisk in "phrase" of said behind its last word only, got ${quoted(phrase)}.`,
    );
  return {
    words,
    phrase: wordsInOrder,
    side: by ?? null,
    users: user?.map((id) => anyPlatformId(id, 'User')) ?? null,
    firstSeconds: secondsOf('firstMinutes', within?.firstMinutes),
    lastSeconds: secondsOf('lastMinutes', within?.lastMinutes),
  };
}

const quoted = (text: string | null | undefined): string =>
  text == null ? 'neither' : JSON.stringify(beginningOf(text, 60));

/** @throws UserInputError for the beginning of so many words that the answer would be of no use */
function wordsOf(text: string | null | undefined): readonly SpokenWord[] {
  const words = questionWords(text ?? '');
  const short = words.find((word) => word.isPrefix && word.text.length < 2);
  if (short !== undefined)
    throw new UserInputError(
      `Expected two characters or more before an asterisk in said, got "${short.text}*".`,
    );
  return words;
}

function secondsOf(name: string, minutes: number | null | undefined): number | null {
  if (minutes == null) return null;
  if (minutes < 1)
    throw new UserInputError(`Expected "${name}" of said to be 1 or more, got ${minutes}.`);
  return minutes * 60;
}
