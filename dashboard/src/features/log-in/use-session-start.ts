import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useLanguage } from '../../language/language.tsx';
import type { Me } from '../../session/me-query.ts';
import { setSession } from '../../session/set-session.ts';

/** For the forms that log the user in. Data that was loaded before the log-in is removed. */
export function useSessionStart<Input = void>(logIn: (input: Input) => Promise<Me>, next = '/') {
  const client = useQueryClient();
  const router = useRouter();
  const { setLanguage } = useLanguage();
  return useMutation({
    mutationFn: logIn,
    onSuccess: (me) => {
      setSession(client, me);
      setLanguage(me.user.language);
      void router.navigate({ href: next, replace: true });
    },
  });
}
