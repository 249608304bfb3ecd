/** The default theme with tables that are read on a phone, too. */

import DefaultTheme from 'vitepress/theme';
import './table.css';

export default DefaultTheme;
