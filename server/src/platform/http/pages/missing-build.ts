import type { FastifyReply } from 'fastify';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** Answers for files that scripts/build.ts has not built. */
export function sendMissing(reply: FastifyReply, name: 'dashboard' | 'documentation') {
  reply.header('retry-after', '30');
  const title = `The ${name} is not built`;
  return sendPage(reply, {
    title,
    language: 'en',
    status: 500,
    body: html`<h1>${title}</h1>
<p>Everything else works. <code>npm start</code> builds it when it is missing, and says why when it cannot;
<code>npm run build</code> builds it alone.</p>`,
  });
}
