/** Starts the page. */

import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { takeAddressed } from './tab/tab-store.ts';

takeAddressed();
addEventListener('hashchange', takeAddressed);
createRoot(document.getElementById('root')!).render(<App />);
