import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOrganization } from '../../organizations/queries.ts';
import { organizationRefusals } from '../../organizations/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import { isEmail } from '../../platform/http/contract/validation.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import type { Clock } from '../../values/clock.ts';
import { isUuid } from '../../values/uuid.ts';
import { mailOrderLinks } from '../mail-order-links.ts';
import { findPage, linksSentPage } from './find-page.ts';

interface FindRequest {
  Querystring: { organization?: unknown; sent?: unknown };
  Body: { email?: unknown } | undefined;
}

/**
 * The page where a buyer has the links to their orders sent to the address that bought them. With `?organization=` it
 * looks like that organizer's page, and finds orders at that organizer alone.
 */
export async function findPages(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }) {
  await readForms(app);
  answerErrorsWithPages(app);

  async function contextOf(request: FastifyRequest<FindRequest>) {
    const { organization: named } = request.query;
    if (named === undefined) return { organization: null, brand: {}, path: '/find' };
    if (typeof named !== 'string' || !isUuid(named)) throw organizationRefusals.organization_not_found();
    const organization = await getOrganization(db, named.toLowerCase());
    const brand = { ...organization, isTest: organization.testOf !== null };
    return { organization, brand: { brand }, path: `/find?organization=${organization.id}` };
  }

  app.get<FindRequest>('/find', async (request, reply) => {
    const { brand, path } = await contextOf(request);
    const language = languageOf(request);
    const show = request.query.sent === '1' ? linksSentPage : findPage;
    return sendPage(reply, { language, ...brand, ...show({ language, path }) });
  });

  app.post<FindRequest>('/find', async (request, reply) => {
    const { organization, brand, path } = await contextOf(request);
    const typed = request.body?.email;
    const email = typeof typed === 'string' ? typed.trim() : '';
    if (!isEmail(email)) {
      const language = languageOf(request);
      return sendPage(reply, { language, ...brand, path, status: 400, ...findPage({ language, path, wrong: email }) });
    }
    const organizationId = organization?.id ?? null;
    await mailOrderLinks(db, { email, organizationId, address: request.ip, now: clock.now() });
    return reply.redirect(`${path}${organization ? '&' : '?'}sent=1`, 303);
  });
}
