/**
 * A new screen begins at its top, with the focus on it. Of one that is returned to the browser restores how far it was
 * scrolled, and the focus is on the link that led away, so that j and k go on from its row.
 */

import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { endReturn, isReturn } from '../shared/history-return.ts';

/** The address of the screen that was shown last, whichever component it was. */
let lastScreen: { readonly path: string; readonly href: string } | null = null;

export function useRouteFocus(): void {
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going back within a screen changes its search alone
  useEffect(() => {
    const before = lastScreen;
    const isBack = isReturn();
    lastScreen = { path, href: location.href };
    endReturn();
    if (before === null) return;
    if (isBack) linkTo(before.href)?.focus({ preventScroll: true });
    if (isBack || before.path === path) return;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path, search]);
}

const linkTo = (href: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('#main a')].find((link) => link.href === href);
