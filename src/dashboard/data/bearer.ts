/** The key or token, where this tab keeps it. */

const storageKey = 'switchboard:bearer';

export const readBearer = (): string | null => sessionStorage.getItem(storageKey);

export function writeBearer(bearer: string | null): void {
  if (bearer === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, bearer);
}
