import { useQuery } from '@tanstack/react-query';
import { isRefused } from '../api/problem.ts';
import { PAGE_NOT_LOADED } from './lazy-page.ts';

/** A file that is still missing after a reload is not caused by a new version. */
const RELOAD_AGAIN_AFTER_MS = 10_000;
const RELOADED_AT = 'takilya-reloaded-at';

/**
 * When a new version was installed while the dashboard was open, its files have other names, and the page that the user
 * went to is loaded anew. Only when the server answers: without a network there would be no page at all.
 */
export const useNewVersion = (error: unknown) =>
  useQuery({
    queryKey: ['new-version'],
    queryFn: reloadIfReached,
    enabled: isRefused(error, PAGE_NOT_LOADED),
    gcTime: 0,
  });

async function reloadIfReached(): Promise<boolean> {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AGAIN_AFTER_MS) return false;
  const reached = await fetch('/dashboard/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!reached) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
}
