import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { queryClient } from './api/query-client.ts';
import { LanguageProvider } from './language/language.tsx';
import { cspNonce } from './shell/csp-nonce.ts';
import { colors, theme } from './shell/theme.ts';

/** What every page needs around it. */
export const App = ({ children }: PropsWithChildren) => (
  <MantineProvider theme={theme} cssVariablesResolver={colors} defaultColorScheme="auto" getStyleNonce={cspNonce}>
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>{children}</LanguageProvider>
    </QueryClientProvider>
  </MantineProvider>
);
