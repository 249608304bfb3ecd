/** Root lookups: one object by its global id or by its upstream id. */

import type { InputRef } from '@pothos/core';
import { beginningOf, UserInputError } from '../errors.ts';
import type { Builder } from './builder.ts';
import { decodeGlobalId } from './global-id.ts';

export interface KeyInput {
  readonly id?: string | null;
  readonly upstreamId?: string | null;
}

export function createKeyInput(builder: Builder): InputRef<KeyInput> {
  return builder.inputRef<KeyInput>('Key').implement({
    description: 'Names one object, in exactly one way.',
    isOneOf: true,
    fields: (t) => ({
      id: t.id({ description: 'Global id.' }),
      upstreamId: t.id({ description: 'Id as the upstream system writes it.' }),
    }),
  });
}

/**
 * The upstream id a key names.
 * @throws UserInputError when it is the global id of another type.
 */
export function upstreamId(key: KeyInput, type: string): string {
  if (key.upstreamId !== null && key.upstreamId !== undefined) return key.upstreamId;
  const { typename, id } = decodeGlobalId(key.id ?? '');
  if (typename !== type) {
    throw new UserInputError(`Expected the global id of a ${type}, got one of a ${typename}.`);
  }
  return id;
}

/** Whether a text has the form of the call-analytics platform's ids: up to 20 decimal digits. */
export const isPlatformId = (text: string): boolean => /^\d{1,20}$/.test(text);

/** The id as it is. @throws UserInputError for what is no id of the call-analytics platform. */
export function platformId(text: string): string {
  if (!isPlatformId(text)) {
    throw new UserInputError(
      `Expected an id of up to 20 digits, got ${JSON.stringify(beginningOf(text, 40))}.`,
    );
  }
  return text;
}
