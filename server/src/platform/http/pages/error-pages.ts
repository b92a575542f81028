import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../values/language.ts';
import { ApiError, notFound } from '../../refusals/errors.ts';
import { asApiError, isOurs } from '../contract/error-handler.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { languageOf } from './page-language.ts';
import { pageTexts } from './page-texts.ts';

/** An error shown on a page, with its sentence in every language, without the full stop. */
export class PageError extends ApiError {
  readonly words: Record<Language, string>;

  constructor(status: number, words: Record<Language, string>) {
    super(status, words.en);
    this.words = words;
  }
}

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
    const error = notFound('Page');
    if (!request.headers.accept?.includes('text/html')) throw error;
    return sendErrorPage(error, 'notFound', request, reply);
  });
}

function sendErrorPage(error: Error, notFoundText: NotFoundText, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asApiError(error, request);
  const { status, headers } = refusal;
  reply.headers(headers);
  if (isOurs(error, status)) request.log.error({ err: error }, 'page failed');
  const language = languageOf(request);
  const [title, words] = textsFor(refusal, notFoundText, language);
  return sendPage(reply, { language, title, body: html`<h1>${title}</h1><p>${words}</p>`, status });
}

function textsFor(refusal: ApiError, notFoundText: NotFoundText, language: Language): [title: string, words: string] {
  const { status, message } = refusal;
  const texts = pageTexts[language];
  if (status === 503) return texts.busy;
  if (status >= 500) return texts.serverError;
  if (status === 404) return texts[notFoundText];
  // Errors that only programs cause have a message in English only.
  const reason = refusal instanceof PageError ? refusal.words[language] : language === 'en' ? message : '';
  return [texts.refused, texts.tryAgain(reason && `${reason}.`)];
}
