/**
 * What people say on calls, by subject and side. `{product}`, `{rival}`, `{count}`,
 * `{month}` and `{person}` are filled in. Trackers look for words in these very sentences.
 */

import data from './talk.json' with { type: 'json' };

/** What one side says about a subject: statements and questions. */
export interface Side {
  readonly says: readonly string[];
  readonly asks: readonly string[];
}

export interface Subject {
  readonly name: string;
  /** `opening` and `closing` subjects frame every call; the others come and go. */
  readonly place: 'opening' | 'middle' | 'closing';
  readonly company: Side;
  readonly customer: Side;
}

export const subjects = data.subjects as readonly Subject[];

/** What is said in calls of other languages: one bank each, whatever the subject. */
export const foreign: Readonly<
  Record<string, { readonly company: Side; readonly customer: Side }>
> = data.foreign;

export const { months } = data;
