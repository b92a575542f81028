import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { callDashboard } from '../../api/client.ts';
import { useLanguage } from '../../language/language.tsx';
import type { Me } from '../../session/me-query.ts';
import { setSession } from '../../session/set-session.ts';

/** Sends a form that logs the user in. Data that was loaded before the log-in is removed. */
export function useSessionStart(path: string, next = '/') {
  const client = useQueryClient();
  const router = useRouter();
  const { setLanguage } = useLanguage();
  return useMutation({
    mutationFn: (body: Record<string, string>) => callDashboard<Me>('POST', path, body),
    onSuccess: (me) => {
      setSession(client, me);
      setLanguage(me.user.language);
      void router.navigate({ href: next, replace: true });
    },
  });
}
