/** A new screen begins at its top, with the focus on it; going back leaves both to the browser. */

import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

export function useRouteFocus(): void {
  const [path] = useLocation();
  const search = useSearch();
  const shown = useRef({ path, search });
  const wentBack = useRef(false);
  useEffect(() => {
    const note = (): void => {
      wentBack.current = true;
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);
  useEffect(() => {
    const before = shown.current;
    shown.current = { path, search };
    const isBack = wentBack.current;
    wentBack.current = false;
    if (before.path === path || isBack) return;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path, search]);
}
