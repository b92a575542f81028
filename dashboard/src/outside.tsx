import { App } from './app.tsx';
import { OutsidePage } from './features/log-in/outside-page.tsx';
import { showInPage } from './shell/show-in-page.tsx';

// The pages before the log-in have a document of their own, without the router and the frame of the others.
showInPage(
  <App>
    <OutsidePage />
  </App>,
);
