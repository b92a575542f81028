import { useRouterState } from '@tanstack/react-router';

/**
 * The search that was asked for last. Filters show it at once: a page and its list have the one before, `shown`, until
 * the answer arrives.
 */
export function useAskedSearch<Search extends object>(shown: Search): Search {
  const asked = useRouterState({
    // A page does not render again for the way to another page, which may be that to the log-in.
    select: ({ location, resolvedLocation: { pathname, href } = location }) =>
      location.pathname === pathname && location.href !== href ? location.search : null,
  });
  // Every search of the address went through the route that the page is of.
  return (asked as Search | null) ?? shown;
}
