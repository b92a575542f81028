import { declareRefusals, missing, RetryAfter, tooMany } from '../platform/refusals/declare-refusals.ts';

export const shopRefusals = declareRefusals({
  shop_page_not_found: missing({
    en: 'There is no such page in this shop',
    cause: 'No shop or event has this address, or the event is a draft.',
    remedy: 'Check the link. A draft gets its page when it is published.',
  }),
  too_many_orders: tooMany({
    facts: RetryAfter,
    en: 'Too many orders come from your network at the moment. What you entered is still in the form',
    fil: 'Masyadong maraming order mula sa network mo ngayon. Nasa form pa rin ang mga inilagay mo',
    cause: 'Many orders were started from this network address within a minute.',
    remedy: 'Wait for the time in Retry-After, go back, and send the form again.',
  }),
  too_many_joins: tooMany({
    facts: RetryAfter,
    en: 'Too many people of your network joined a waiting list. What you entered is still in the form',
    fil: 'Masyado nang maraming sumali sa waiting list mula sa network mo. Nasa form pa rin ang mga inilagay mo',
    cause: 'Ten people of this network address joined waiting lists within an hour.',
    remedy: 'Wait for the time in Retry-After, go back, and send the form again.',
  }),
  order_in_progress: tooMany({
    facts: RetryAfter,
    en: 'Your order is already being worked on',
    fil: 'Inaasikaso na ang order mo',
    cause: 'The same form was sent twice, and the first one has no answer yet.',
    remedy: 'Send the form again in a few seconds: it leads to the same order.',
  }),
});
