/** Light or dark: as the machine has it, until it is switched here. */

import { useEffect, useState } from 'react';

const storageKey = 'switchboard:theme';
type Theme = 'light' | 'dark';

const chosen = (): Theme | null => localStorage.getItem(storageKey) as Theme | null;
const ofMachine = (): Theme =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => chosen() ?? ofMachine());
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      onClick={() => {
        localStorage.setItem(storageKey, other);
        setTheme(other);
      }}
    >
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  );
}
