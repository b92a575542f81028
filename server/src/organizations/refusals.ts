import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const organizationRefusals = declareRefusals({
  organization_not_found: notFound('Organization'),
  test_organization_of_test: conflict({
    en: 'This is a test organization: it has no test organization of its own',
    cause: 'The session is in test mode already.',
    remedy: 'Switch to the live organization first.',
  }),
});
