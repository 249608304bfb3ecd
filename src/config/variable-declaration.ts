/** Declaration of a variable: with a default, optional, or secret. */

import type * as kind from './variable-kind.ts';

export interface Variable<T> {
  readonly about: string;
  readonly kind: kind.Kind<T>;
  /** The text it holds when unset; null where being unset is a state of its own. */
  readonly fallback: string | null;
  /** Its value is never shown. */
  readonly secret: boolean;
}

export type Defaulted<T> = Variable<T> & { readonly fallback: string };

export const defaulted = <T>(
  k: kind.Kind<T>,
  fallback: string | number,
  about: string,
): Defaulted<T> => ({
  about,
  kind: k,
  fallback: String(fallback),
  secret: false,
});

export const optional = <T>(k: kind.Kind<T>, about: string): Variable<T> => ({
  about,
  kind: k,
  fallback: null,
  secret: false,
});

export const secret = <T>(k: kind.Kind<T>, about: string): Variable<T> => ({
  ...optional(k, about),
  secret: true,
});
