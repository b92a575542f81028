import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ask } from '../../api/client.ts';
import { useLanguage } from '../../language/language.tsx';
import { become } from '../../session/become.ts';
import type { Me } from '../../session/me-query.ts';

/** Whatever ends with being logged in: what was shown to nobody, or to somebody else, is forgotten. */
export function useEntering(path: string, next = '/') {
  const client = useQueryClient();
  const router = useRouter();
  const { setLanguage } = useLanguage();
  return useMutation({
    mutationFn: (body: Record<string, string>) => ask<Me>('POST', path, body),
    onSuccess: (me) => {
      become(client, me);
      setLanguage(me.user.language);
      void router.navigate({ href: next, replace: true });
    },
  });
}
