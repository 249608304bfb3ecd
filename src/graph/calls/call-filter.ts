/** Call filter: the conditions that the platform evaluates, and those that are evaluated here. */

import type { InputRef } from '@pothos/core';
import type { Row } from '../../contract/wire/execute.ts';
import { floatOf, idOf, textOf } from '../../contract/wire/upstream-value-reader.ts';
import { beginningOf, UserInputError } from '../../errors.ts';
import { foldedText } from '../../participants/match-key.ts';
import type { Builder } from '../builder.ts';
import { decodeGlobalId } from '../global-id.ts';
import {
  periodBounds,
  type RelativePeriodInput,
  type RelativeTo,
  wireInstant,
} from '../relative-date.ts';
import { thisMinute } from '../request-time.ts';
import { isPlatformId, platformId } from '../root-lookup.ts';

const dayMs = 86_400_000;

const local =
  'Filtered by Switchboard: the platform hands the calls out, and others are left away.';

/** SDL text: the platform's filter goes by schedule for scheduled calls. */
const callTime =
  'the time a call was scheduled for, else its start (with "about", "participants" or order NEWEST, and in figures: its start)';

/** Inputs of other folders inside the filter. */
interface CallFilterInputs {
  readonly during: RelativePeriodInput;
  readonly about: InputRef<object>;
  readonly participants: InputRef<object>;
}

/** `about` and `participants` are evaluated by the participant index; see `IndexedCalls`. */
export function createCallFilter(
  builder: Builder,
  { during, about, participants }: CallFilterInputs,
) {
  return builder.inputType('CallFilter', {
    description:
      'Which calls; everything given must hold, and a member that is null or absent does not restrict. An empty list admits none.',
    fields: (t) => ({
      from: t.field({
        type: 'DateTime',
        description: `From this instant on, by ${callTime}. Filtered by the platform.`,
      }),
      to: t.field({
        type: 'DateTime',
        description: `Before this instant, by ${callTime}. Filtered by the platform.`,
      }),
      lastDays: t.int({
        description: `In the last so many days up to now, in place of from, by ${callTime}. Filtered by the platform.`,
      }),
      during: t.field({
        type: during,
        description: `In this period, in place of from and to, by ${callTime}. Filtered by the platform.`,
      }),
      workspace: t.id({
        description: 'Global or upstream id of a workspace. Filtered by the platform.',
      }),
      primaryUser: t.idList({
        description: `${hostWords} ${local}`,
      }),
      direction: t.stringList({ description: `${directionWords} ${local}` }),
      scope: t.stringList({ description: `${scopeWords} ${local}` }),
      system: t.stringList({ description: `Held on one of these systems. ${local}` }),
      language: t.stringList({ description: `In one of these languages. ${local}` }),
      titleContains: t.string({
        description: `Has this in its title, whatever the case and accents; private calls only with the right to them. ${local}`,
      }),
      minDurationSeconds: t.int({ description: `At least this long. ${local}` }),
      maxDurationSeconds: t.int({ description: `At most this long. ${local}` }),
      about: t.field({
        type: about,
        description:
          'By what was said and what the call was linked to. Evaluated by Switchboard, as the whole filter is then, from the participant index: calls go by their start, and private ones are left out for viewers who may not read them.',
      }),
      participants: t.field({
        type: participants,
        description:
          'By who took part, from inside or outside. Evaluated by Switchboard, as the whole filter is then, as with "about".',
      }),
    }),
  });
}

export type CallFilter = Readonly<ReturnType<typeof createCallFilter>['$inferInput']>;

/** Whether the platform can't evaluate the filter, and the participant index has to. */
export const takesIndex = ({ about, participants }: CallFilter): boolean =>
  (about ?? participants ?? null) !== null;

/** Time range of the filter; null for an open end. @throws UserInputError for two begins at once, or a number of days below 1 */
export function timeWindow(
  { from, to, lastDays, during }: CallFilter,
  context: RelativeTo,
): { readonly from: Date | null; readonly to: Date | null } {
  if (lastDays === null || lastDays === undefined)
    return periodBounds(context, { from, to, during });
  if ((from ?? during ?? null) !== null) {
    throw new UserInputError('Expected from, during or lastDays, got more than one.');
  }
  if (lastDays < 1) throw new UserInputError(`Expected lastDays of 1 or more, got ${lastDays}.`);
  // Rounded to the minute, so that the same query a moment later is the same upstream call.
  return { from: wireInstant(thisMinute(context) - lastDays * dayMs), to: to ?? null };
}

/** Platform id from an argument: a global id of that type, or the platform's own id. */
export function anyPlatformId(anyId: string, type: string): string {
  if (isPlatformId(anyId)) return anyId;
  const { typename, id } = decodeGlobalId(anyId);
  return platformId(typename === type ? id : anyId);
}

/** Whether no call can pass: an empty list of values matches none. */
export function acceptsNone(filter: CallFilter): boolean {
  const { primaryUser, direction, scope, system, language } = filter;
  return [primaryUser, direction, scope, system, language].some((list) => list?.length === 0);
}

/**
 * Local part of the filter, which the platform lacks; null when there is none. It throws for a call
 * whose value has another form than documented, since its place in the list is unknown.
 * @param readsPrivate whether the viewer may read the contents of private calls; others must not
 * find them out by filtering either
 */
export function localFilter(
  filter: CallFilter,
  readsPrivate: boolean,
): ((call: Row) => boolean) | null {
  checkWords(filter);
  const tests: ((call: Row) => boolean)[] = [];
  const oneOf = (
    allowed: readonly string[] | null | undefined,
    of: (call: Row) => string | null,
  ) => {
    if (allowed === null || allowed === undefined) return;
    const set = new Set(allowed);
    tests.push((call) => {
      const value = of(call);
      return value !== null && set.has(value);
    });
  };
  oneOf(
    filter.primaryUser?.map((id) => anyPlatformId(id, 'User')),
    (call) => idOf(call.primaryUserId),
  );
  oneOf(filter.direction, (call) => textOf(call.direction));
  oneOf(filter.scope, (call) => textOf(call.scope));
  oneOf(filter.system, (call) => textOf(call.system));
  oneOf(filter.language, (call) => textOf(call.language));
  const { titleContains, minDurationSeconds, maxDurationSeconds } = filter;
  if (titleContains) {
    const text = foldedText(titleContains);
    tests.push(
      (call) =>
        (readsPrivate || call.isPrivate === false) &&
        foldedText(textOf(call.title) ?? '').includes(text),
    );
  }
  if (typeof minDurationSeconds === 'number') {
    tests.push((call) => (floatOf(call.duration) ?? Number.NaN) >= minDurationSeconds);
  }
  if (typeof maxDurationSeconds === 'number') {
    tests.push((call) => (floatOf(call.duration) ?? Number.NaN) <= maxDurationSeconds);
  }
  return tests.length === 0 ? null : (call) => tests.every((test) => test(call));
}

/** Closed lists of the platform: an unknown word would match nothing without a reason. */
const closed = {
  direction: ['Inbound', 'Outbound', 'Conference', 'Unknown'],
  scope: ['Internal', 'External', 'Unknown'],
  affiliations: ['Internal', 'External', 'Unknown'],
} as const;

/** Groups of calls that show words beyond the closed lists. */
const groupOf = { direction: 'DIRECTION', scope: 'SCOPE' } as const;

const listed = (name: keyof typeof closed): string =>
  `${closed[name].slice(0, -1).join(', ')} or ${closed[name].at(-1)}`;

export const hostWords = 'Hosted by one of these users, by global or upstream id.';
export const directionWords = `One of these directions: ${listed('direction')}.`;
export const scopeWords = `One of these scopes: ${listed('scope')}.`;
export const affiliationWords = `Only people of these affiliations: ${listed('affiliations')}.`;

/** @throws UserInputError that names the known words, and where calls with others are found. */
export function checkWords(
  filter: Partial<Readonly<Record<keyof typeof closed, readonly string[] | null | undefined>>>,
): void {
  for (const [name, values] of Object.entries(closed))
    for (const word of filter[name as keyof typeof closed] ?? [])
      if (!(values as readonly string[]).includes(word))
        throw new UserInputError(
          `Expected one of ${values.join(', ')} in ${name}, got ${JSON.stringify(beginningOf(word, 40))}. What the platform added to these is in lists without this filter${name in groupOf ? `, and callsAggregate counts it by ${groupOf[name as keyof typeof groupOf]}` : ''}.`,
        );
}
