import { useMutation } from '@tanstack/react-query';
import { showFor } from '../../api/shown-for.ts';
import { useLanguage } from '../../language/language.tsx';
import { forgetGuests } from '../../session/forget-guests.ts';
import type { Me } from '../../session/me-query.ts';
import { nextPage } from './next-page.ts';

/** Submits a form that logs the user in, and loads the next page: the pages after the log-in are another document. */
export function useSessionStart<Input = void>(logIn: (input: Input) => Promise<Me>) {
  const { setLanguage } = useLanguage();
  return useMutation({
    mutationFn: logIn,
    onSuccess: async (me) => {
      setLanguage(me.user.language);
      // Without a page to go back to, the tab shows what the session begins with, such as the team that was joined.
      if (nextPage() === '/') showFor(me);
      // The session of another person may have ended without a log-out.
      await forgetGuests();
      window.location.replace(`/dashboard${nextPage()}`);
      // The form stays busy until the browser has left.
      return new Promise(() => {});
    },
  });
}
