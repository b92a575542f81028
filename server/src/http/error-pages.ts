import type { FastifyInstance } from 'fastify';
import type { Language } from '../language.ts';
import { asApiError } from './error-handler.ts';
import { ApiError } from './errors.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { languageOf } from './page-language.ts';
import { pageTexts } from './page-texts.ts';

/** A refusal that a page shows: a sentence in every language, without its full stop. */
export class PageError extends ApiError {
  readonly words: Record<Language, string>;

  constructor(status: number, words: Record<Language, string>) {
    super(status, words.en);
    this.words = words;
  }
}

/** In a scope of pages, errors are pages too. */
export function answerErrorsWithPages(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asApiError(error as Error);
    const { status, headers } = refusal;
    reply.headers(headers);
    if (status >= 500 && status !== 503) request.log.error({ err: error }, 'page failed');
    const language = languageOf(request);
    const [title, words] = wordsFor(refusal, language);
    return sendPage(reply, { language, title, body: html`<h1>${title}</h1><p>${words}</p>`, status });
  });
}

function wordsFor(refusal: ApiError, language: Language): [title: string, words: string] {
  const { status, message } = refusal;
  const texts = pageTexts[language];
  if (status === 503) return texts.busy;
  if (status >= 500) return texts.ours;
  if (status === 404) return texts.notFound;
  // What only programs bring about has words in English alone.
  const reason = refusal instanceof PageError ? refusal.words[language] : language === 'en' ? message : '';
  return [texts.refused, texts.tryAgain(reason && `${reason}.`)];
}
