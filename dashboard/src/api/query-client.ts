import { QueryCache, QueryClient } from '@tanstack/react-query';
import { meQuery } from '../session/me-query.ts';
import { isProblem, isRefused, Problem } from './problem.ts';

/** Long enough that going back to a page sends no request, short enough that its figures are current. */
const FRESH_MS = 10_000;
const RETRIES = 2;

/** A busy server and a lost connection are retried. A refusal is not: it would stay the same. */
const isTransient = (error: Error) => !(error instanceof Problem) || error.status === 0 || error.status >= 500;

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] === meQuery.queryKey[0]) return;
      // The session has ended, or the organization requires a second factor since a moment ago: the layout, which asks
      // who is logged in, then leads to the log-in or to the settings.
      if (isProblem(error, 401) || isRefused(error, 'two_factor_required'))
        void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => count < RETRIES && isTransient(error),
    },
    // Without a network a change fails at once and says so; else it would wait for one, and be sent hours later.
    mutations: { retry: false, networkMode: 'always' },
  },
});
