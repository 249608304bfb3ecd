/** Starts the dashboard in its page, with the code of the first screen, which the page has brought along. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, base } from './app.tsx';
import { screenAt, screens } from './screens.tsx';
import './style/base.css';
import './style/frame.css';
import './style/part.css';
import './style/detail.css';

await screenAt(location.pathname.slice(base.length))?.code.load();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// The others follow when nothing else is to be done, so that no later screen waits for its code.
addEventListener('load', () => requestIdleCallback(() => void loadAll()));

async function loadAll(): Promise<void> {
  for (const { code } of screens) await code.load();
}
