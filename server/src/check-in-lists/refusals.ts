import { Type } from 'typebox';
import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const checkInListRefusals = declareRefusals({
  check_in_list_not_found: notFound('Check-in list'),
  too_many_check_in_lists: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `An event has at most ${max} check-in lists beside its gate`,
    cause: 'The event has as many check-in lists as an event can have.',
    remedy: 'Delete a list first, or change one.',
  }),
});
