/** What the command palette knows by itself: screens, saved views, actions, and saved questions. */

import { signOut } from '../data/identity.ts';
import type { SavedQuestion } from '../data/saved-question.ts';
import type { SavedView } from '../data/saved-view.ts';
import { copyBrief, copyLink, hasBrief } from '../frame/share.ts';
import { otherTheme, switchTheme } from '../frame/theme.ts';
import { openingOf, screens } from '../screens.tsx';
import { addressOf, readRecordName } from '../shared/record-id.ts';
import { matchesWords } from '../shared/word-match.ts';

export interface PaletteEntry {
  readonly key: string;
  /** Under which heading. */
  readonly group: string;
  readonly title: string;
  readonly detail: string;
  /** Where it leads, below `/app`; or what it does, which may say how that went. */
  readonly leads: string | (() => Promise<string> | undefined);
}

function screenEntries(): readonly PaletteEntry[] {
  return screens.flatMap((screen) => {
    const { path, inNavigation: title, about: detail = '' } = screen;
    return title === undefined
      ? []
      : [{ key: path, group: 'Screens', title, detail, leads: openingOf(screen) }];
  });
}

/** @param path of the screen it is opened on */
function actionEntries(path: string, hasKey: boolean): readonly PaletteEntry[] {
  const action = (title: string, leads: PaletteEntry['leads'], detail = ''): PaletteEntry => ({
    key: title,
    group: 'Actions',
    title,
    detail,
    leads,
  });
  const doing = (act: () => void) => (): undefined => {
    act();
  };
  return [
    action('Copy link', copyLink, 'to this screen, with its filters'),
    ...(hasBrief(path)
      ? [action('Copy as brief', copyBrief, 'what this screen says, as Markdown')]
      : []),
    action(otherTheme() === 'dark' ? 'Dark theme' : 'Light theme', doing(switchTheme)),
    action(
      'GraphiQL',
      doing(() => location.assign('/graphql')),
      'write questions of your own',
    ),
    ...(hasKey ? [action('Sign out', doing(signOut))] : []),
  ];
}

const questionEntries = (questions: readonly SavedQuestion[]): readonly PaletteEntry[] =>
  questions.map(({ name, title, description }) => ({
    key: `question ${name}`,
    group: 'Saved questions',
    title,
    detail: description,
    leads: `/questions/${encodeURIComponent(name)}`,
  }));

/** `Deals`, of `/deals?least=50000`; empty for screens of one thing. */
const screenNameOf = (address: string): string =>
  screens.find(({ path }) => path.split('/')[1] === address.split(/[/?]/)[1])?.inNavigation ?? '';

const viewEntries = (views: readonly SavedView[]): readonly PaletteEntry[] =>
  views.map(({ name, address }) => ({
    key: `view ${name}`,
    group: 'Saved views',
    title: name,
    detail: screenNameOf(address),
    leads: address,
  }));

/** Of an id or an e-mail address that was pasted. */
function pastedEntry(term: string): readonly PaletteEntry[] {
  const name = readRecordName(term);
  const leads = addressOf(name);
  if (leads === null) return [];
  const isEmail = name.kind === 'email';
  const group = isEmail ? 'E-mail address' : 'Id';
  const detail = isEmail ? 'who that is, or their calls' : 'what has this id';
  return [{ key: 'pasted', group, title: term, detail, leads }];
}

/** Where it is opened, and by whom. */
interface Opening {
  readonly path: string;
  readonly hasKey: boolean;
  readonly views: readonly SavedView[];
  readonly questions: readonly SavedQuestion[];
}

/** @param term empty: what there is without one, and no questions, which are many */
export function knownEntries(
  term: string,
  { path, hasKey, views, questions }: Opening,
): readonly PaletteEntry[] {
  const always = [...screenEntries(), ...viewEntries(views), ...actionEntries(path, hasKey)];
  if (term === '') return always;
  return [
    ...pastedEntry(term),
    ...always.filter(({ title, detail }) => matchesWords(`${title} ${detail}`, term)),
    ...questionEntries(questions).filter(({ title }) => matchesWords(title, term)),
  ];
}
