/** Sentences for faults: what each code means to a reader of the screen, where the code follows the sentence. */

/** Names of the systems, as errors carry them. */
const systemNames: Readonly<Record<string, string>> = {
  crm: 'The CRM',
  'call-analytics': 'The call platform',
};

/** By the graph's error codes, of a system; a test holds that all are here. The last two are the dashboard's own, those before them of the index's coverage. */
const faultTexts: Readonly<Record<string, string | ((system: string) => string)>> = {
  BAD_USER_INPUT: 'The address of this screen asks for something that can’t be.',
  UNAUTHENTICATED: 'A key or token is needed.',
  FORBIDDEN: 'You don’t have the right to see this.',
  QUERY_TOO_COSTLY: 'This is more than one question may cost here.',
  DOCUMENT_NOT_FOUND:
    'The server doesn’t know this question: the page is older or newer than the server. Load it again.',
  RATE_LIMITED: (system) =>
    system === unnamed
      ? 'Too many questions for now. Try again later.'
      : `${system} takes no more questions for now. Try again later.`,
  OVERLOADED: 'The server has too much to do. Try again in a moment.',
  TIMEOUT: 'It took too long and was stopped. Narrow what is asked for, or try again.',
  NOT_CONFIGURED: (system) =>
    `${system} is not connected here: the server has no account of it, so nothing of it is shown.`,
  UPSTREAM_UNAVAILABLE: (system) =>
    // The one source of answers that is neither system.
    `${system === unnamed ? 'The index of calls' : system} can’t be read just now.`,
  UPSTREAM_TIMEOUT: (system) => `${system} did not answer in time.`,
  UPSTREAM_AUTH: (system) => `${system} does not accept the server’s account.`,
  UPSTREAM_FORBIDDEN: (system) => `${system} does not let the server’s account read this.`,
  UPSTREAM_BAD_REQUEST: (system) => `${system} refused the question.`,
  UPSTREAM_BAD_RESPONSE: (system) => `${system} gave an answer that can’t be read.`,
  CURSOR_EXPIRED: 'This page of the list is gone. Begin at its first page.',
  PAGINATION_LOOP: (system) => `${system} hands out the same page again and again.`,
  SCAN_LIMIT: 'There is more than can be looked through at once. Narrow what is asked for.',
  CANCELLED: 'The question was given up before it was answered.',
  INTERNAL: 'Something went wrong in the server.',
  INDEX_FULL: 'The disk of the index of calls is full.',
  INDEX_UNAVAILABLE: 'The index of calls can’t be written just now.',
  UNREACHABLE: 'The server can’t be reached.',
  INCOMPLETE: 'Not everything came.',
};

/** What those without a right are not shown. How it is given is for whoever runs the server, and not for them. */
const hiddenWithout: Readonly<Record<string, string>> = {
  'private-calls': 'What private calls are about, and who was on them, is not shown to you.',
  transcripts: 'What was said in calls is not shown to you.',
  media: 'Recordings and files are not shown to you.',
};

/** @param message of the refusal, which begins with the right that is missing */
export function refusalText(message: string): string {
  const right = /^Expected the right "([a-z-]+)"/.exec(message)?.[1] ?? '';
  return Object.hasOwn(hiddenWithout, right) ? hiddenWithout[right]! : faultText('FORBIDDEN');
}

const unnamed = 'The system behind this';

/** A code of a newer server gets a general sentence, since something is missing in any case. */
export function faultText(code: string, service?: string): string {
  const text =
    (Object.hasOwn(faultTexts, code) ? faultTexts[code] : undefined) ?? 'This could not be had.';
  return typeof text === 'string' ? text : text(systemNames[service ?? ''] ?? unnamed);
}
