/**
 * The page that led to the log-in, below `/dashboard`. Only paths of this site: a foreign link must not lead elsewhere.
 */
export function nextPage(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
