/** A new screen begins at its top, with the focus on it; going back leaves both to the browser. */

import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The path of the screen that was shown last, whichever component it was. */
let shown: string | null = null;
let wentBack = false;
window.addEventListener('popstate', () => {
  wentBack = true;
});

export function useRouteFocus(): void {
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going back within a screen changes its search alone
  useEffect(() => {
    const before = shown;
    const isBack = wentBack;
    shown = path;
    wentBack = false;
    if (before === null || before === path || isBack) return;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path, search]);
}
