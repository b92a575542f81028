import { RouterProvider } from '@tanstack/react-router';
import { App } from './app.tsx';
import { router } from './router.ts';
import { start } from './shell/start.tsx';

start(
  <App>
    <RouterProvider router={router} />
  </App>,
);
