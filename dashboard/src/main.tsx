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

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
