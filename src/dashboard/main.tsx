/** Starts the dashboard in its page, with the code of the first screen, which the page preloads. */

// First: its request is then on its way before any other module is evaluated.
import './preload-query.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, base } from './app.tsx';
import { screenAt, screens } from './screens.tsx';
import './style/base.css';
import './style/frame.css';
import './style/shared.css';
import './style/detail.css';

await screenAt(location.pathname.slice(base.length))?.code.load();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// Code of the other screens loads when the browser is idle, so that no later screen waits for it.
addEventListener('load', () => requestIdleCallback(() => void loadAll()));

async function loadAll(): Promise<void> {
  for (const { code } of screens) await code.load();
}
