/** The screen of `/app` itself. */

export const home = '/today';
