import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { html } from '../../http/html.ts';
import { answerErrorsWithPages, sendPage } from '../../http/page.ts';
import { formatPesos } from '../../money.ts';
import { parsePublicId } from '../../public-id.ts';
import { METHOD_NAMES } from '../provider.ts';
import { OUTCOMES, type Outcome, outcomesOf, playOutcome } from './play-outcome.ts';
import { findSandboxSession, type SandboxSession } from './queries.ts';

/** The sandbox's own page, where a real provider would ask for the phone number or the card: one form per outcome. */
export async function sandboxPages(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }) {
  await app.register(formbody);
  answerErrorsWithPages(app);

  async function sessionOf(code: string): Promise<SandboxSession> {
    const parsed = parsePublicId(code);
    const session = parsed && (await findSandboxSession(db, parsed.organizationId, parsed.id));
    if (!session) throw notFound('Payment');
    return session;
  }

  app.get<{ Params: { code: string } }>('/sandbox/:code', async ({ params }, reply) => {
    const session = await sessionOf(params.code);
    const outcomes = outcomesOf(session);
    const body = html`
<p class="note">This is a sandbox: no money moves. Choose what the payment service should answer.</p>
<h1>${METHOD_NAMES[session.method]}</h1>
<section class="card"><dl>
<dt>${session.description}</dt><dd>${formatPesos(session.amount_centavos)}</dd>
</dl></section>
${outcomes.map(
  (outcome) => html`<form method="post" action="/sandbox/${params.code}">
<button type="submit" name="outcome" value="${outcome}"${outcome === 'authorize' || outcome === 'settle' ? '' : html` class="plain"`}>${OUTCOMES[outcome]}</button>
</form>
`,
)}
${outcomes.length === 0 && html`<p class="note">This payment has ended. <a href="${session.return_url}">Back to the shop</a></p>`}`;
    return sendPage(reply, { title: 'Sandbox payment', body, formTarget: session.success_url });
  });

  app.post<{ Params: { code: string }; Body: { outcome?: unknown } | undefined }>(
    '/sandbox/:code',
    async ({ params, body }, reply) => {
      const session = await sessionOf(params.code);
      const outcome = (Object.keys(OUTCOMES) as Outcome[]).find((candidate) => candidate === body?.outcome);
      if (!outcome) throw badRequest(`outcome must be one of ${Object.keys(OUTCOMES).join(', ')}`);
      // A press of a button that is gone (another tab was faster) changes nothing: the shop says what happened.
      await playOutcome(db, session, outcome, clock.now());
      return reply.redirect(session.return_url, 303);
    },
  );
}
