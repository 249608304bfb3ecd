/** Focus on the heading of a panel, which brings it into view, for what was asked for elsewhere on the screen. */

import { type RefObject, useEffect, useRef } from 'react';

/** @param inside an element of the panel. */
export function focusHeading(inside: Element): void {
  const heading = inside.closest('.panel')?.querySelector('h2');
  if (heading == null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/**
 * Of a panel that a link on its screen opens: it may be out of sight there.
 * @param opened what the panel shows; another is opened anew.
 * @returns a reference for any element inside the panel.
 */
export function useOpenedHeading<Inside extends Element>(opened: string): RefObject<Inside | null> {
  const inside = useRef<Inside>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown instead was opened as well
  useEffect(() => {
    const link = document.activeElement;
    // An address that was opened or returned to leaves focus and place to the browser.
    const isOpened = link instanceof HTMLAnchorElement && link.href === location.href;
    if (isOpened && inside.current !== null) focusHeading(inside.current);
  }, [opened]);
  return inside;
}
