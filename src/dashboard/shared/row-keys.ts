/** j and k go from row to row of a screen, Enter opens: the focus is on the first link of each `[data-row]`. */

import { useEffect } from 'react';
import { isTyping } from './typing.ts';

export function useRowKeys(): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || isTyping(event.target) || event.metaKey || event.ctrlKey) return;
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step];
      next?.querySelector('a')?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('keydown', move);
    return () => window.removeEventListener('keydown', move);
  }, []);
}
