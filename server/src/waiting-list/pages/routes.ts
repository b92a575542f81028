import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import type { Clock } from '../../values/clock.ts';
import { entryPath, parseEntryCode } from '../entry.ts';
import { leaveWaitingList } from '../leave-waiting-list.ts';
import { getEntry, getEntryPage } from '../queries.ts';
import { entryRefusals } from '../refusals.ts';
import { entryPage } from './entry-page.ts';

interface PageOptions {
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
}

interface EntryRequest {
  Params: { code: string };
}

/** The page of a person on the waiting list. The link, of which only they know, is their only credential. */
export async function waitingListPages(app: FastifyInstance, { db, clock, providers }: PageOptions) {
  await readForms(app);
  answerErrorsWithPages(app);

  function named({ params }: FastifyRequest<EntryRequest>) {
    const parsed = parseEntryCode(params.code);
    if (!parsed) throw entryRefusals.entry_not_found();
    return parsed;
  }

  async function show(request: FastifyRequest<EntryRequest>, reply: FastifyReply) {
    const entry = await getEntry(db, named(request), clock.now());
    const [{ organizer, ...event }, isSandbox] = await Promise.all([
      getEntryPage(db, entry),
      providers.isSandbox(entry.organizationId),
    ]);
    const language = languageOf(request, entry.language);
    const content = entryPage({ entry, ...event, language });
    return sendPage(reply, { language, isSandbox, brand: organizer, path: entryPath(entry), ...content });
  }

  app.get<EntryRequest>('/w/:code', show);

  app.post<EntryRequest>('/w/:code/leave', async (request, reply) => {
    const entry = named(request);
    // The page says how the entry ended: there is nothing to do for the person.
    await leaveWaitingList(db, { ...entry, actor: null, now: clock.now() }).catch((error) => {
      if (!entryRefusals.entry_ended.is(error)) throw error;
    });
    return reply.redirect(entryPath(entry), 303);
  });
}
