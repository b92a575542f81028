import { App } from './app.tsx';
import { OutsideRoutes } from './features/log-in/outside-routes.tsx';
import { start } from './shell/start.tsx';

// The pages before the log-in have a document of their own, without the router and the frame of the others.
start(
  <App>
    <OutsideRoutes />
  </App>,
);
