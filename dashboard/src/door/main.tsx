import './door.css';
import './panels.css';
import './scan-point-bar.css';
import './answer-card.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadCodeReader } from './code-reader.ts';
import { DoorApp } from './door-app.tsx';
import { start } from './start.ts';
import { keepPage } from './version.ts';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <DoorApp />
    </StrictMode>,
  );

// A new version is taken now, before the page is used, or later by a press.
void keepPage().then(start);
// Another door link was opened in the page that is open: the browser does not load it anew.
window.addEventListener('hashchange', () => {
  if (location.hash) void start();
});
// Now, because later the network may be down. The button of the camera tries again.
void loadCodeReader().catch(() => {});
