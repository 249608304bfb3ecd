/** The key or token in the session storage of this tab. */

const storageKey = 'switchboard:bearer';

export const readBearer = (): string | null => sessionStorage.getItem(storageKey);

export function writeBearer(bearer: string | null): void {
  if (bearer === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, bearer);
}
