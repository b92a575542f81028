import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { getOrganization } from '../../organizations/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { leadBack } from '../../platform/http/pages/moved.ts';
import { type PageOfState, sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import type { Clock } from '../../values/clock.ts';
import { unsubscribeRefusals } from '../refusals.ts';
import { openUnsubscribeCode } from '../unsubscribe-link.ts';
import { deleteUnsubscribe, findUnsubscribe, insertUnsubscribe } from '../unsubscribe-queries.ts';
import { subscribedPage, type UnsubscribeView, unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
}

type UnsubscribeRequest = FastifyRequest<{ Params: { code: string } }>;

/**
 * The page where the reader of a message unsubscribes. The link is the only credential, and what is posted does not
 * matter: mail programs send `List-Unsubscribe=One-Click` there by themselves (RFC 8058), as a form of either kind, and
 * follow no redirect. So the answer to a POST is the page itself.
 */
export async function unsubscribePages(app: FastifyInstance, { config, db, clock }: PageOptions) {
  await readForms(app, { fromAnywhere: true });
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) => done(null, null));
  answerErrorsWithPages(app);

  async function named({ params }: UnsubscribeRequest) {
    const named = await openUnsubscribeCode(db, config.secretsKeys, params.code);
    if (!named) throw unsubscribeRefusals.unsubscribe_link_not_found();
    return named;
  }

  async function show(
    request: UnsubscribeRequest,
    reply: FastifyReply,
    { organizationId, email }: Awaited<ReturnType<typeof named>>,
    pageOf: (view: UnsubscribeView) => PageOfState,
  ) {
    const organization = await getOrganization(db, organizationId);
    const brand = { ...organization, isTest: organization.testOf !== null };
    const language = languageOf(request);
    const path = `/unsubscribe/${request.params.code}`;
    return sendPage(reply, { language, brand, path, ...pageOf({ path, organization: brand.name, email, language }) });
  }

  app.get('/unsubscribe/:code', async (request: UnsubscribeRequest, reply) => {
    const reader = await named(request);
    const since = await findUnsubscribe(db, reader);
    return show(request, reply, reader, since === null ? unsubscribePage : unsubscribedPage);
  });

  app.post('/unsubscribe/:code', async (request: UnsubscribeRequest, reply) => {
    const reader = await named(request);
    await insertUnsubscribe(db, reader, clock.now());
    return show(request, reply, reader, unsubscribedPage);
  });

  leadBack(app, '/unsubscribe/:code', ['undo']);
  app.post('/unsubscribe/:code/undo', async (request: UnsubscribeRequest, reply) => {
    const reader = await named(request);
    await deleteUnsubscribe(db, reader);
    return show(request, reply, reader, subscribedPage);
  });
}
