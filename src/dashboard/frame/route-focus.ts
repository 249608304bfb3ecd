/** A new screen begins at its top, with the focus on it; going back leaves both to the browser. */

import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { endReturn, isReturn } from '../shared/history-return.ts';

/** The path of the screen that was shown last, whichever component it was. */
let shown: string | null = null;

export function useRouteFocus(): void {
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going back within a screen changes its search alone
  useEffect(() => {
    const before = shown;
    const isBack = isReturn();
    shown = path;
    endReturn();
    if (before === null || before === path || isBack) return;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path, search]);
}
