/** Text for a terminal: what comes from outside can neither steer it nor show a password. */

/**
 * Characters that a terminal obeys or hides: controls (escape sequences begin with one), marks that turn the reading
 * direction or have no width, and Unicode's own line breaks. Line feeds and tabs are those of our own texts.
 */
const steering = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const escaped = (character: string): string =>
  `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;

/** Shows escape sequences as what they are: `\u001b[2J`. */
const harmless = (text: string): string => text.replaceAll(steering, escaped);

/** User and password of a URL, up to the last @ before its path. */
const credentials = /\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#"'<>]{0,1000}@/gi;

const withoutPasswords = (text: string): string => text.replaceAll(credentials, '$1…@');

/** An error, or what was noticed, as it goes to standard error. */
export const errorLines = (text: string): string => harmless(withoutPasswords(text));

export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Standard error, for all but progress. */
export const stderr: Output = {
  write: (text) => process.stderr.write(errorLines(text)),
};

/** Standard output: unchanged for a file or another program, harmless on a terminal. */
export const stdout: Output = {
  write: (text) => process.stdout.write(process.stdout.isTTY ? harmless(text) : text),
};
