/** What `switchboard doctor` prints of an account. */

const states = ['works', 'in part', 'not permitted', 'not tried', 'failed'];

/** The lines of rights that were tried, one for each. */
export const rightsIn = (output: string): readonly string[] =>
  output.match(new RegExp(`^ {6}(?:${states.join('|')}) {2,}.*$`, 'gm')) ?? [];
