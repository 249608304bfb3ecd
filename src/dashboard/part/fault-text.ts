/** What a fault means to the person who reads the screen; its code stands beside it. */

/** By the graph's error codes; a test holds that all are here. The last two are the dashboard's own. */
const faultTexts: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'The address of this screen asks for something that can’t be.',
  UNAUTHENTICATED: 'A key or token is needed.',
  FORBIDDEN: 'You don’t have the right to see this.',
  QUERY_TOO_COSTLY: 'This is more than one question may cost here.',
  DOCUMENT_NOT_FOUND:
    'The server doesn’t know this question: the page is older or newer than the server. Load it again.',
  RATE_LIMITED: 'Too many questions for now: the budget is spent. Try again later.',
  OVERLOADED: 'The server has too much to do. Try again in a moment.',
  TIMEOUT: 'It took too long and was stopped.',
  NOT_CONFIGURED: 'There is no account of this system here.',
  UPSTREAM_UNAVAILABLE: 'The system behind this is not reachable just now.',
  UPSTREAM_TIMEOUT: 'The system behind this did not answer in time.',
  UPSTREAM_AUTH: 'The system behind this does not accept the server’s account.',
  UPSTREAM_FORBIDDEN: 'The server’s account may not read this there.',
  UPSTREAM_BAD_REQUEST: 'The system behind this refused the question.',
  UPSTREAM_BAD_RESPONSE: 'The system behind this gave an answer that can’t be read.',
  CURSOR_EXPIRED: 'This page of the list is gone. Begin at its first page.',
  PAGINATION_LOOP: 'The system behind this hands out the same page again and again.',
  SCAN_LIMIT: 'There is more than can be looked through at once. Narrow what is asked for.',
  CANCELLED: 'The question was given up before it was answered.',
  INTERNAL: 'Something went wrong in the server.',
  UNREACHABLE: 'The server can’t be reached.',
  INCOMPLETE: 'Not everything came.',
};

/** Also of a code that a newer server made: that something is missing is certain. */
export const faultText = (code: string): string =>
  Object.hasOwn(faultTexts, code) ? faultTexts[code]! : 'This could not be had.';
