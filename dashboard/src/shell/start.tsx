import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './dashboard.css';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cspNonce } from './csp-nonce.ts';

/** Shows the app in the document. */
export function start(app: ReactNode) {
  // A dialog locks the scroll of the page with a style, which needs the nonce, too.
  setNonce(cspNonce());
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<StrictMode>{app}</StrictMode>);
}
