import { QueryCache, QueryClient } from '@tanstack/react-query';
import { meQuery } from '../session/me-query.ts';
import { isProblem, Problem } from './problem.ts';

/** Long enough that going back and forth asks nothing again, short enough that nobody acts on old figures. */
const FRESH_MS = 10_000;
const RETRIES = 2;

/** A refusal stays one however often it is asked for; a busy server and a line that is down pass. */
const mayPass = (error: Error) => !(error instanceof Problem) || error.status === 0 || error.status >= 500;

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session ended elsewhere: the layout sends whoever looks to the log-in page.
      if (isProblem(error, 401) && query.queryKey[0] !== meQuery.queryKey[0])
        queryClient.setQueryData(meQuery.queryKey, null);
    },
  }),
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: (count, error) => count < RETRIES && mayPass(error) },
    mutations: { retry: false },
  },
});
