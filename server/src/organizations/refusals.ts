import { Type } from 'typebox';
import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const organizationRefusals = declareRefusals({
  organization_not_found: notFound('Organization'),
  test_organization_of_test: conflict({
    en: 'This is a test organization: it has no test organization of its own',
    cause: 'The session is in test mode already.',
    remedy: 'Switch to the live organization first.',
  }),
});

/** Refusals of the address of a shop or of an event in it. */
export const slugRefusals = declareRefusals({
  slug_taken: conflict({
    field: 'slug',
    en: 'slug is taken: choose another one',
    cause:
      'Another shop, or another event of this shop, has or had this address. Old addresses keep leading to their owner.',
    remedy: 'Send another `slug`, or none to get one made of the name.',
  }),
  too_many_slugs: conflict({
    facts: { max: Type.Integer() },
    field: 'slug',
    en: ({ max }) => `slug was changed too often: at most ${max} addresses are kept`,
    cause: 'Every earlier address keeps working, so their number is limited.',
    remedy: 'Go back to one of the earlier addresses.',
  }),
});

/** Addresses of one shop or one event, earlier ones included: more renaming than posters survive. */
export const MOST_SLUGS = 20;
