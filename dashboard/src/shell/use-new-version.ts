import { useEffect } from 'react';
import { isRefused } from '../api/problem.ts';
import { PAGE_NOT_LOADED } from './lazy-page.ts';

/** A file that is still missing after a reload is not caused by a new version. */
const RELOAD_AGAIN_AFTER_MS = 10_000;
const RELOADED_AT = 'takilya-reloaded-at';

/**
 * When a new version was installed while the dashboard was open, its files have other names, and the page that the user
 * went to is loaded anew. Only when the server answers: without a network there would be no page at all.
 */
export function useNewVersion(error: unknown) {
  useEffect(() => {
    if (isRefused(error, PAGE_NOT_LOADED)) void reloadIfReached();
  }, [error]);
}

async function reloadIfReached() {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AGAIN_AFTER_MS) return;
  const reached = await fetch('/dashboard/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!reached) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}
