import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/dashboard.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { cspNonce } from './shell/csp-nonce.ts';

// Locking the scroll of the page under a dialog is a style that is added, too.
setNonce(cspNonce());

/** A part that is gone after loading anew is not a matter of versions. */
const RELOAD_AGAIN_AFTER_MS = 10_000;
const RELOADED_AT = 'takilya-reloaded-at';

// A new version has taken the place of the one that this page was loaded from: its parts have other names.
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
