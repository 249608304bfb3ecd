/** The little of negotiator that a test uses; the package brings no types. */

declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: { readonly accept?: string } });
    /** Those of `available` that are acceptable, the preferred one first. */
    mediaTypes(available: readonly string[]): string[];
  }
}
