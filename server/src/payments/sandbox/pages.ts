import type { FastifyInstance } from 'fastify';
import type { OrganizationMode } from '../../organizations/organization.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { html } from '../../platform/http/pages/html.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { formatPesos } from '../../values/money.ts';
import { parsePublicId } from '../../values/public-id.ts';
import { cancelUrlOf } from '../cancel-url.ts';
import { METHOD_NAMES } from '../method-names.ts';
import type { PaymentProviders } from '../providers.ts';
import { paymentRefusals } from '../refusals.ts';
import { applyOutcome, OUTCOMES, type Outcome, outcomesOf } from './apply-outcome.ts';
import { findSandboxSession, type SandboxSession } from './queries.ts';
import { sandboxTexts } from './texts.ts';

const ENDS_WELL: ReadonlySet<Outcome> = new Set(['authorize', 'settle']);

/** The sandbox's page, in place of a real provider's page for the phone number or the card: one form per outcome. */
export async function sandboxPages(
  app: FastifyInstance,
  { db, clock, providers }: { db: Database; clock: Clock; providers: PaymentProviders },
) {
  await readForms(app);
  answerErrorsWithPages(app);

  /** A session that is left from the time when the sandbox was the provider of a live organization must not be paid. */
  async function parseSession(code: string) {
    const parsed = parsePublicId(code);
    const mode = parsed && (await providers.sandboxMode(parsed.organizationId));
    if (!mode) throw paymentRefusals.payment_not_found();
    return { ...parsed, mode };
  }

  async function sessionOf(code: string): Promise<SandboxSession & { mode: OrganizationMode }> {
    const { organizationId, id, mode } = await parseSession(code);
    const session = await findSandboxSession(db, organizationId, id);
    if (!session) throw paymentRefusals.payment_not_found();
    return { ...session, mode };
  }

  app.get<{ Params: { code: string } }>('/sandbox/:code', async (request, reply) => {
    const { params } = request;
    const session = await sessionOf(params.code);
    const outcomes = outcomesOf(session);
    const language = languageOf(request);
    const texts = sandboxTexts[language];
    const method = METHOD_NAMES[language][session.method];
    const body = html`
<h1>${method}</h1>
<p class="note">${texts.noMoney}${outcomes.length > 0 && ` ${texts.choose}`}</p>
<section class="card" aria-label="${texts.payment}">
<p>${session.description}</p>
<p class="amount">${formatPesos(language, session.amountCentavos)}</p>
</section>
${outcomes.map(
  (outcome) => html`<form method="post" action="/sandbox/${params.code}">
<button type="submit" name="outcome" value="${outcome}"${!ENDS_WELL.has(outcome) && html` class="plain"`}>${texts.outcomes[outcome]}</button>
</form>
`,
)}
${
  outcomes.length > 0
    ? html`<p class="center"><a class="alone" href="${cancelUrlOf(session.returnUrl)}">${texts.goBack}</a></p>`
    : html`<p role="status">${texts.ended}</p><p><a class="button" href="${session.returnUrl}">${texts.back}</a></p>`
}`;
    const formTargets = [session.returnUrl, session.successUrl];
    const isTest = session.mode === 'test';
    return sendPage(reply, { language, isSandbox: true, isTest, title: texts.title(method), body, formTargets });
  });

  app.post<{ Params: { code: string }; Body: { outcome?: unknown } | undefined }>(
    '/sandbox/:code',
    async ({ params, body }, reply) => {
      const { organizationId, id: sessionId } = await parseSession(params.code);
      const outcome = OUTCOMES.find((candidate) => candidate === body?.outcome);
      if (!outcome) throw requestRefusals.invalid_field({ field: 'outcome', rule: { enum: [...OUTCOMES] } });
      // An outcome that is no longer possible (another tab was faster) changes nothing: the shop's page shows what
      // happened.
      const returnUrl = await applyOutcome(db, { organizationId, sessionId, outcome, now: clock.now() });
      if (returnUrl === undefined) throw paymentRefusals.payment_not_found();
      return reply.redirect(returnUrl, 303);
    },
  );
}
