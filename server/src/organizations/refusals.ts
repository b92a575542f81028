import { declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const organizationRefusals = declareRefusals({
  organization_not_found: notFound('Organization'),
});
