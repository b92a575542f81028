import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { badRequest, declareRefusals } from '../platform/refusals/declare-refusals.ts';
import { STEPS } from './step.ts';

export const analyticsRefusals = declareRefusals({
  too_many_points: badRequest({
    facts: {
      max: Type.Integer(),
      longer_steps: Type.Array(OneOf(STEPS), {
        description: 'Values of `by` that give fewer points.',
      }),
    },
    en: ({ max, longer_steps }) => {
      const longerStep = longer_steps.length > 0 ? `by=${longer_steps.join(' or by=')}, or ` : '';
      return `from and to span more than ${max} points: use ${longerStep}a shorter range`;
    },
    cause: 'The range has more steps of this length than one answer may have.',
    remedy: 'Use a longer step or a shorter range.',
  }),
});
