import { declareRefusals, RetryAfter, tooMany } from '../platform/refusals/declare-refusals.ts';

export const overviewRefusals = declareRefusals({
  too_many_streams: tooMany({
    facts: RetryAfter,
    en: 'Too many live streams are open: close one, or try again later',
    cause: 'The organization, or the server, has the maximum number of open live streams.',
    remedy: 'Close a page of the dashboard, or try again after Retry-After.',
  }),
});
