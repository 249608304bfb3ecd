/** The table of screens: each one address, its code fetched when it is first visited. */

import { ScreenCode } from './data/screen-code.ts';
import { home } from './default-path.ts';

export interface ScreenEntry {
  /** Below `/app`, with parameters as `:id`, or `:id?` where it may be left out. The page of `/NAME` brings the code in `NAME-screen.tsx` with it. */
  readonly path: string;
  /** Its name in the navigation; absent for screens of one thing. */
  readonly inNavigation?: string;
  /** Filters that the navigation opens it with, as of an address. */
  readonly opensWith?: string;
  /** What is on it, for those who don't know it by its name; of those in the navigation. */
  readonly about?: string;
  readonly code: ScreenCode;
}

export const screens: readonly ScreenEntry[] = [
  {
    path: '/today',
    inNavigation: 'Today',
    about: 'what is new since yesterday',
    code: new ScreenCode(() => import('./today/today-screen.tsx')),
  },
  {
    path: '/deals',
    inNavigation: 'Deals',
    about: 'what is open, and for how long it has been quiet',
    code: new ScreenCode(() => import('./deal/deals-screen.tsx')),
  },
  { path: '/deal/:id', code: new ScreenCode(() => import('./deal/deal-screen.tsx')) },
  {
    path: '/calls',
    inNavigation: 'Calls',
    // Figures of all calls take seconds in an index of many.
    opensWith: '?days=28',
    about: 'the calls of the last 28 days, others by filters',
    code: new ScreenCode(() => import('./calls/calls-screen.tsx')),
  },
  {
    path: '/browse',
    inNavigation: 'Browse',
    about: 'accounts, contacts and leads by name',
    code: new ScreenCode(() => import('./browse/browse-screen.tsx')),
  },
  { path: '/call/:id', code: new ScreenCode(() => import('./call/call-screen.tsx')) },
  { path: '/account/:id', code: new ScreenCode(() => import('./account/account-screen.tsx')) },
  { path: '/prepare/:id', code: new ScreenCode(() => import('./prepare/prepare-screen.tsx')) },
  { path: '/person/:id', code: new ScreenCode(() => import('./person/person-screen.tsx')) },
  {
    path: '/team',
    inNavigation: 'Team',
    about: 'what colleagues held and won',
    code: new ScreenCode(() => import('./team/team-screen.tsx')),
  },
  {
    path: '/signals',
    inNavigation: 'Signals',
    about: 'what trackers and topics tell of the calls',
    code: new ScreenCode(() => import('./signal/signals-screen.tsx')),
  },
  {
    path: '/questions/:name?',
    inNavigation: 'Questions',
    about: 'ready-made tables',
    code: new ScreenCode(() => import('./question/questions-screen.tsx')),
  },
  { path: '/search', code: new ScreenCode(() => import('./search/search-screen.tsx')) },
];

const nameIn = (path: string): string => path.split('/')[1] ?? '';

/** Where the navigation leads, below `/app`. */
export const openingOf = ({ path, opensWith = '' }: ScreenEntry): string =>
  `/${nameIn(path)}${opensWith}`;

/** @param path below `/app`; that of `/app` itself is the home screen's. */
export function screenAt(path: string): ScreenEntry | undefined {
  const name = nameIn(path) || nameIn(home);
  return screens.find((screen) => nameIn(screen.path) === name);
}
