import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { badRequest, declareRefusals } from '../platform/refusals/declare-refusals.ts';
import { STEPS } from './step.ts';

export const analyticsRefusals = declareRefusals({
  too_many_points: badRequest({
    facts: {
      max: Type.Integer(),
      longer_steps: Type.Array(OneOf(STEPS), {
        description: 'Values of `by` that make fewer points.',
      }),
    },
    en: ({ max, longer_steps }) =>
      `from and to span more than ${max} points: ${longer_steps.length > 0 ? `ask by ${longer_steps.join(' or ')}, or for less` : 'ask for less'}`,
    cause: 'The range has more steps of this length than one answer holds.',
    remedy: 'Ask by a longer step, or for a shorter range.',
  }),
});
