/** The table of screens: each one address, loaded when it is first visited. */

import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface ScreenEntry {
  /** Below `/app`, with parameters as `:id`. */
  readonly path: string;
  /** Its name in the navigation; absent for screens of one thing. */
  readonly inNavigation?: string;
  readonly component: LazyExoticComponent<ComponentType>;
}

/** The screen of `/app` itself. */
export const home = '/deals';

export const screens: readonly ScreenEntry[] = [
  {
    path: '/deals',
    inNavigation: 'Deals',
    component: lazy(() => import('./deal/deals-screen.tsx')),
  },
  { path: '/call/:id', component: lazy(() => import('./call/call-screen.tsx')) },
  { path: '/account/:id', component: lazy(() => import('./account/account-screen.tsx')) },
  { path: '/person/:id', component: lazy(() => import('./person/person-screen.tsx')) },
  {
    path: '/team',
    inNavigation: 'Team',
    component: lazy(() => import('./team/team-screen.tsx')),
  },
  {
    path: '/signals',
    inNavigation: 'Signals',
    component: lazy(() => import('./signal/signals-screen.tsx')),
  },
  { path: '/search', component: lazy(() => import('./search/search-screen.tsx')) },
];
