/** The button that switches between light and dark. */

import { switchTheme, useOtherTheme } from './theme.ts';

export function ThemeSwitch() {
  const other = useOtherTheme();
  return (
    <button type="button" onClick={switchTheme}>
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  );
}
