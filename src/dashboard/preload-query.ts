/**
 * The page's first script: sends the question of its screen before any other script is loaded. The start of the
 * dashboard imports it, too, for where that is evaluated first.
 */

import { askEarly } from './data/early-answer.ts';
import { questionAt } from './screen-operation.ts';

const screen = questionAt(location.pathname.slice('/app'.length), location.search);
if (screen !== null) askEarly(screen.question, screen.place);

// The first formatter of a page loads the locale's data for all of them: here, while the other scripts arrive.
new Intl.NumberFormat(navigator.language);
new Intl.DateTimeFormat(navigator.language, { month: 'short' });
