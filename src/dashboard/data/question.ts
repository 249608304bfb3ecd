/** What a screen asks: its operation, and the variables as its address has them. */

import type { TypedDocumentString } from '../graphql/graphql.ts';
import type { Hashed } from './document-hash.ts';

/** Where one is: the thing a screen is about, and its state. */
export interface ScreenLocation {
  /** What stands behind the screen's name in the address; empty for screens of no one thing. */
  readonly id: string;
  readonly get: (name: string) => string | null;
}

export interface Question<Data, Variables> {
  readonly document: TypedDocumentString<Data, Variables>;
  /** Null where nothing is asked. Moments in them are days, so that the same is asked all day long. */
  readonly variablesAt: (place: ScreenLocation, now: Date) => Variables | null;
}

/** A question whose types don't matter to who sends it. */
export interface AnyQuestion {
  readonly document: Hashed;
  readonly variablesAt: (place: ScreenLocation, now: Date) => object | null;
}

/** Infers its types. */
export const defineQuestion = <Data, Variables>(
  question: Question<Data, Variables>,
): Question<Data, Variables> => question;
