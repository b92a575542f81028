import { RouterProvider } from '@tanstack/react-router';
import { App } from './app.tsx';
import { router } from './router.tsx';
import { showInPage } from './shell/show-in-page.tsx';

showInPage(
  <App>
    <RouterProvider router={router} />
  </App>,
);
