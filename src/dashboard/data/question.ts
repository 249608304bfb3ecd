/** The question of a screen: its operation, and the variables from its address. */

import type { TypedDocumentString } from '../graphql/graphql.ts';
import type { Hashed } from './document-hash.ts';

/** Where one is: the thing a screen is about, and its state. */
export interface ScreenLocation {
  /** The part of the address after the screen's name; empty for screens of no one record. */
  readonly id: string;
  readonly get: (name: string) => string | null;
  /** All values of a name that may have several. */
  readonly all: (name: string) => readonly string[];
}

export interface Question<Data, Variables> {
  readonly document: TypedDocumentString<Data, Variables>;
  /** Null where the operation is not executed. Instants are beginnings of days, so that the variables are the same all day. */
  readonly variablesAt: (location: ScreenLocation, now: Date) => Variables | null;
}

/** A question whose types the sender needs not know. */
export interface AnyQuestion {
  readonly document: Hashed;
  readonly variablesAt: (location: ScreenLocation, now: Date) => object | null;
}

/** Infers its types. */
export const defineQuestion = <Data, Variables>(
  question: Question<Data, Variables>,
): Question<Data, Variables> => question;
