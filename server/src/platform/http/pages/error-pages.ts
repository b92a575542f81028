import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../values/language.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { connectionRefusals } from '../../refusals/request-refusals.ts';
import { serviceRefusals } from '../../refusals/service-refusals.ts';
import { isOurs, refusalOf } from '../contract/error-handler.ts';
import { logRefusal } from '../contract/security-log.ts';
import { findTicketsLink } from './find-tickets-link.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { languageOf } from './page-language.ts';
import { pageTexts } from './page-texts.ts';

/**
 * Which text a 404 shows: that of any page, or that of a ticket, whose link stops working when a newer ticket is sent.
 */
type NotFoundText = 'notFound' | 'ticketNotFound';

/** Makes errors of this scope HTML pages. */
export function answerErrorsWithPages(app: FastifyInstance, notFoundText: NotFoundText = 'notFound') {
  app.setErrorHandler((error, request, reply) => sendErrorPage(error as Error, notFoundText, request, reply));
}

/** Answers an unknown URL with a page in a browser, and with the error envelope otherwise. */
export function answerUnknownAddresses(app: FastifyInstance) {
  app.setNotFoundHandler((request, reply) => {
    const error = connectionRefusals.page_not_found();
    if (!request.headers.accept?.includes('text/html')) throw error;
    return sendErrorPage(error, 'notFound', request, reply);
  });
}

function sendErrorPage(error: Error, notFoundText: NotFoundText, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request);
  const { status, headers } = refusal;
  logRefusal(request, refusal);
  reply.headers(headers);
  if (isOurs(error, status)) request.log.error({ err: error }, 'page failed');
  const language = languageOf(request);
  const [title, words] = textsFor(refusal, notFoundText, language);
  const isTicketGone = status === 404 && notFoundText === 'ticketNotFound';
  const body = html`<h1>${title}</h1><p>${words}</p>
${isTicketGone && findTicketsLink(language)}`;
  return sendPage(reply, { language, title, body, status });
}

function textsFor(refusal: Refusal, notFoundText: NotFoundText, language: Language): [title: string, words: string] {
  const { status, code } = refusal;
  const texts = pageTexts[language];
  if (status === 503 || code === serviceRefusals.too_many_readers.code) return texts.busy;
  if (status >= 500) return texts.serverError;
  if (status === 404) return texts[notFoundText];
  // Errors that only programs cause have a message in English only.
  const reason = refusal.in(language);
  return [texts.refused, texts.tryAgain(reason === undefined || reason.endsWith('.') ? (reason ?? '') : `${reason}.`)];
}
