import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/dashboard.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { cspNonce } from './shell/csp-nonce.ts';

// A dialog locks the scroll of the page with a style, which needs the nonce, too.
setNonce(cspNonce());

/** A chunk that is still missing after a reload is not caused by a new version. */
const RELOAD_AGAIN_AFTER_MS = 10_000;
const RELOADED_AT = 'takilya-reloaded-at';

// A new version was installed while this page was open: its chunks have other names.
window.addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AGAIN_AFTER_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
