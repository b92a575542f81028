import { Type } from 'typebox';
import { badRequest, conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const doorLinkRefusals = declareRefusals({
  door_link_not_found: notFound('Door link'),
  too_many_door_links: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `This event has ${max} door links that work: revoke those that no door uses`,
    cause: 'The event has as many working door links as it may have.',
    remedy: 'Revoke links that are not used; the list shows when each was used last.',
  }),
  door_link_too_long: badRequest({
    facts: { max_days: Type.Integer() },
    field: 'ends_at',
    en: ({ max_days }) => `ends_at must be within ${max_days} days`,
    cause: 'A door link is for the time of an event, and this one would work for longer.',
    remedy: 'Send an earlier time. Create another link when this one is over.',
  }),
});
