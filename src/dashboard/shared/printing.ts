/** True while the page is printed: what a screen draws only in part, paper shows whole. */

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // Synchronous: the browser prints the document as it is when these handlers return.
    const set = (value: boolean) => (): void => flushSync(() => setPrinting(value));
    const begin = set(true);
    const finish = set(false);
    const change = (): void => (media.matches ? begin() : finish());
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', finish);
    media.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', finish);
      media.removeEventListener('change', change);
    };
  }, []);
  return isPrinting;
}
