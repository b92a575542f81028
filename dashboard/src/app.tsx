import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { LanguageProvider } from './language/language.tsx';
import { router } from './router.tsx';
import { PasswordDialog } from './session/password-dialog.tsx';
import { cspNonce } from './shell/csp-nonce.ts';
import { contrast, theme } from './shell/theme.ts';

export const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={contrast} defaultColorScheme="auto" getStyleNonce={cspNonce}>
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
        <PasswordDialog />
      </LanguageProvider>
    </QueryClientProvider>
  </MantineProvider>
);
