/** Hidden addresses: of a record whose addresses the CRM hides nobody knows which calls are its own. */

import { HiddenPartError, type UpstreamSite } from '../../errors.ts';

/** @param part the field, `Contact.Email`. */
export const unmatched = (part: string, site: UpstreamSite): HiddenPartError =>
  new HiddenPartError(part, site, 'nobody can be matched by it');

/** Reads addresses of a record. @throws HiddenPartError that says what a hidden one means. */
export function readAddresses<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof HiddenPartError ? unmatched(error.part, error.site) : error;
  }
}
