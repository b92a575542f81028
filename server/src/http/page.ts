import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { asApiError } from './error-handler.ts';
import { Html, html } from './html.ts';

/** In the page itself: one request less on a slow line, allowed by its hash and nothing else. */
const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** A ticket; in the page too, or browsers ask for /favicon.ico. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1769c0" d="M1 4h14v3a1 1 0 0 0 0 2v3H1V9a1 1 0 0 0 0-2z"/></svg>',
)}`;

interface Page {
  title: string;
  body: Html;
  status?: number;
  /** Addresses that a form's redirects lead to, ours included: a buyer may have come by another of our names. */
  formTargets?: string[];
  /** Without a script: the browser asks for the same address again. */
  refreshSeconds?: number;
}

/** Answers with a whole page that works without JavaScript; it loads nothing but pictures. */
export function sendPage(reply: FastifyReply, { title, body, status = 200, formTargets = [], refreshSeconds }: Page) {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    'img-src https: data:',
    `form-action ${formSources(formTargets)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      ...(refreshSeconds === undefined ? {} : { refresh: refreshSeconds }),
    })
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${icon}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text,
    );
}

const DOCUMENT_TYPES: Record<string, string> = { pdf: 'application/pdf', ics: 'text/calendar; charset=utf-8' };

/** Answers with a file to keep, as private as a page. Its name ends with what it is: `.pdf`, `.ics`. */
export const sendDocument = (reply: FastifyReply, fileName: string, content: Buffer) =>
  reply
    .headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-disposition': `inline; filename="${fileName}"`,
    })
    .type(DOCUMENT_TYPES[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(content);

/**
 * Browsers hold the whole chain of redirects after a form against the policy, the organizer's own ones (to `www.`, to a
 * sign-in) and a payment service's included; nobody can list those, so every https address may end it.
 */
function formSources(targets: string[]): string {
  const sources = targets.map((target) => {
    const { protocol, hostname, origin } = new URL(target);
    // Policies cannot name an IPv6 address: there the scheme has to do.
    return protocol === 'https:' || hostname.startsWith('[') ? protocol : origin;
  });
  return [...new Set(["'self'", 'https:', ...sources])].join(' ');
}

/** In a scope of pages, errors are pages too. */
export function answerErrorsWithPages(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const { status, message: reason, headers } = asApiError(error as Error);
    reply.headers(headers);
    if (status >= 500 && status !== 503) request.log.error({ err: error }, 'page failed');
    const [title, words] = wordsFor(status, reason);
    return sendPage(reply, { title, body: html`<h1>${title}</h1><p>${words}</p>`, status });
  });
}

function wordsFor(status: number, reason: string): [title: string, words: string] {
  if (status === 503) return ['One moment', 'We are busy. Please try again in a few seconds.'];
  if (status >= 500)
    return ['Something went wrong', 'The fault is on our side. Please go back and try again in a moment.'];
  if (status === 404)
    return [
      'Page not found',
      'Please check that you have the whole link, or start again on the page that sent you here.',
    ];
  return ['That did not work', `${reason}. Please go back and try again.`];
}
