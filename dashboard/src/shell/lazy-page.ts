import { lazyRouteComponent } from '@tanstack/react-router';
import { Problem } from '../api/problem.ts';

export const PAGE_NOT_LOADED = 'page_not_loaded';

/**
 * A page whose code is loaded when a link to it is pointed at or followed. If that fails, because the network is down
 * or a new version has other files, the page that is open stays as it is. The router would reload it, which loses what
 * a door or a form has on the screen.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => load().catch(refuse), name);

/** The router recognizes the error by its message, so this one has its own. */
function refuse(cause: unknown): never {
  const problem = new Problem({ status: 0, code: PAGE_NOT_LOADED, message: 'The code of the page was not loaded' });
  throw Object.assign(problem, { cause });
}
