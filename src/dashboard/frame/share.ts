/** Taking a screen along: each action says how it went. */

import { copy } from '../shared/copy.ts';

/** Whether a screen, of an address below `/app`, is of one thing: of that a brief tells. */
export const hasBrief = (path: string): boolean =>
  /^\/(?:account|call|deal|person|prepare)\/./.test(path);

export const copyLink = async (): Promise<string> =>
  (await copy(location.href))
    ? 'The link is copied, with the filters of this screen.'
    : 'The browser does not let this page copy. Copy its address above.';

export async function copyBrief(): Promise<string> {
  const main = document.getElementById('main');
  const { briefOf } = await import('./brief.ts');
  if (main === null || !(await copy(briefOf(main, location.href))))
    return 'The browser does not let this page copy.';
  const isCall = main.querySelector('.transcript') !== null;
  return `The brief is copied, as Markdown${isCall ? ', without the transcript' : ''}.`;
}
