import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { leadBack } from '../../platform/http/pages/moved.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import { isProven } from '../../tickets/pages/linked-pages.ts';
import { parseLinkSecret } from '../../tickets/ticket-link.ts';
import type { Clock } from '../../values/clock.ts';
import { linkedEntry } from '../entry.ts';
import { leaveWaitingList } from '../leave-waiting-list.ts';
import { getEntry, getEntryPage } from '../queries.ts';
import { entryRefusals } from '../refusals.ts';
import { entryPage } from './entry-page.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
}

interface EntryRequest {
  Params: { code: string };
}

/** The page of a person on the waiting list. The link is their only credential: ids are in the organizer's lists. */
export async function waitingListPages(app: FastifyInstance, { config, db, clock, providers }: PageOptions) {
  await readForms(app);
  answerErrorsWithPages(app);

  /** @throws Refusal 404, the same for every invalid link */
  async function linked({ params: { code } }: FastifyRequest<EntryRequest>) {
    const named = parseLinkSecret(code);
    if (!named || !(await isProven({ config, db }, code, linkedEntry(named)))) throw entryRefusals.entry_not_found();
    return { ...named, path: `/w/${code}` };
  }

  async function show(request: FastifyRequest<EntryRequest>, reply: FastifyReply) {
    const { path, ...named } = await linked(request);
    const entry = await getEntry(db, named, clock.now());
    request.storedLanguage = entry.language;
    const [{ organizer, ...event }, isSandbox] = await Promise.all([
      getEntryPage(db, entry),
      providers.takesNoMoney(entry.organizationId),
    ]);
    const language = languageOf(request);
    const content = entryPage({ entry, path, ...event, language });
    return sendPage(reply, { language, isSandbox, brand: organizer, path, ...content });
  }

  app.get<EntryRequest>('/w/:code', show);

  leadBack(app, '/w/:code', ['leave']);
  app.post<EntryRequest>('/w/:code/leave', async (request, reply) => {
    const { path, ...entry } = await linked(request);
    // The page says how the entry ended: there is nothing to do for the person.
    await leaveWaitingList(db, { ...entry, actor: null, now: clock.now() }).catch((error) => {
      if (!entryRefusals.entry_ended.is(error)) throw error;
    });
    return reply.redirect(path, 303);
  });
}
