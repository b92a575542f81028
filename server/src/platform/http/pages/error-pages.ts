import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../values/language.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { connectionRefusals } from '../../refusals/request-refusals.ts';
import { isOurs, refusalOf } from '../contract/error-handler.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { languageOf } from './page-language.ts';
import { pageTexts } from './page-texts.ts';

/** Why there may be nothing at an address: of any page, or of a ticket, whose link ends when a newer one is sent. */
type Missing = 'notFound' | 'ticketNotFound';

/** In a scope of pages, errors are pages too. */
export function answerErrorsWithPages(app: FastifyInstance, missing: Missing = 'notFound') {
  app.setErrorHandler((error, request, reply) => sendErrorPage(error as Error, missing, request, reply));
}

/** An address that is no page: in a browser a page says so, to a program it is an error like any other. */
export function answerUnknownAddresses(app: FastifyInstance) {
  app.setNotFoundHandler((request, reply) => {
    const error = connectionRefusals.page_not_found();
    if (!request.headers.accept?.includes('text/html')) throw error;
    return sendErrorPage(error, 'notFound', request, reply);
  });
}

function sendErrorPage(error: Error, missing: Missing, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request);
  const { status, headers } = refusal;
  reply.headers(headers);
  if (isOurs(error, status)) request.log.error({ err: error }, 'page failed');
  const language = languageOf(request);
  const [title, words] = wordsFor(refusal, missing, language);
  return sendPage(reply, { language, title, body: html`<h1>${title}</h1><p>${words}</p>`, status });
}

function wordsFor(refusal: Refusal, missing: Missing, language: Language): [title: string, words: string] {
  const { status } = refusal;
  const texts = pageTexts[language];
  if (status === 503) return texts.busy;
  if (status >= 500) return texts.ours;
  if (status === 404) return texts[missing];
  // What only programs bring about has words in English alone.
  const reason = refusal.in(language);
  return [texts.refused, texts.tryAgain(reason === undefined || reason.endsWith('.') ? (reason ?? '') : `${reason}.`)];
}
