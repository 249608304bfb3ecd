/** Ended sessions of the CRM: the errors that call for another sign-in. */

/** Sessions that are good and not for this: a client that signs in again does so for ever. */
const lasting = /not attached to Agent|not valid for use with the REST API/i;

/** @param body of a 401 */
export function isEndedSession(body: string): boolean {
  return body.includes('INVALID_SESSION_ID') && !lasting.test(body);
}
