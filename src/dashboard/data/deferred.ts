/** Deferred parts of an answer: whether they have come, and the last that had. */

import { useState } from 'react';
import type { Incremental, TypedDocumentString } from '../graphql/graphql.ts';
import type { FragmentType } from '../graphql/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: a fragment has no variables of its own.
type Fragment<Data> = TypedDocumentString<Data, any>;

/**
 * Whether a deferred fragment has come, by one of its keys that no other part of the answer has. The generated
 * `isFragmentReady` looks for the names of fields, and never finds one that has an alias.
 */
export function hasCome<Data>(
  _fragment: Fragment<Data>,
  key: keyof Data & string,
  data: FragmentType<Fragment<Incremental<Data>>>,
): data is FragmentType<Fragment<Data>> {
  return key in data;
}

/** The value, and until a later one has come the one before: what is opened or has the focus stays. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
