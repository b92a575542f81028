import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { asApiError } from './error-handler.ts';
import { Html, html } from './html.ts';

/** In the page itself: one request less on a slow line, allowed by its hash and nothing else. */
const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

interface Page {
  title: string;
  body: Html;
  status?: number;
  /** Where a form's redirects may end: browsers hold the whole chain against the policy. */
  formTarget?: string;
  /** Seconds after which the page loads itself again, for what is still under way. */
  refreshSeconds?: number;
}

/** Policies cannot name an IPv6 address: there the scheme has to do. */
const sourceOf = ({ hostname, protocol, origin }: URL) => (hostname.startsWith('[') ? protocol : origin);

/** Answers with a whole page that works without JavaScript; nothing on it may load or post anywhere but where it should. */
export function sendPage(reply: FastifyReply, { title, body, status = 200, formTarget, refreshSeconds }: Page) {
  const target = formTarget ? ` ${sourceOf(new URL(formTarget))}` : '';
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    'img-src https:',
    `form-action 'self'${target}`,
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
${refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
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

/** In a scope of pages, errors are pages too. */
export function answerErrorsWithPages(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const { status, message: reason } = asApiError(error as Error);
    if (status >= 500) request.log.error({ err: error }, 'page failed');
    const message = status >= 500 ? 'Something went wrong on our side. Please try again.' : reason;
    const body = html`<h1>${status === 404 ? 'Page not found' : 'Sorry'}</h1><p>${message}</p>`;
    return sendPage(reply, { title: 'Sorry', body, status });
  });
}
