/** What honestly takes longer than `expect.poll` waits, and why: a limit for each, which only what fails ever reaches. */

/** A whole index: tens of upstream calls behind limits of a second, which give way to whoever asks. */
export const fillMs = 90_000;

/** A process that starts: several at once compile the same modules, on cores that other tests keep busy. */
export const startMs = 60_000;

/** A statement of the index: what it answers is compared, and a gateway's own limit has tests of its own. */
export const statementMs = 45_000;

/** All parts of an answer: upstream calls that fail are tried again until a question's 30 s are over. */
export const answerMs = 45_000;
