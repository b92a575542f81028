import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/throttle/throttle.ts';
import { perStore } from '../../platform/database/per-database.ts';
import { textsOf } from '../../platform/http/pages/form-texts.ts';
import { html } from '../../platform/http/pages/html.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { Allowances } from '../../platform/work/allowances.ts';
import type { Language } from '../../values/language.ts';
import { joinWaitingList } from '../../waiting-list/join-waiting-list.ts';
import { joinRefusals } from '../../waiting-list/refusals.ts';
import { shopRefusals } from '../refusals.ts';
import type { ShopEvent } from '../shop-event.ts';
import { attributionOf, linkWith } from './attribution-fields.ts';
import { CODE_FIELD, codeQuery, emptyValues } from './form-values.ts';
import { getOpenedEvent } from './opened-event.ts';
import { type EventRoute, pathOf, type ShopParts, sendEventPage } from './shop-pages.ts';
import { shopTexts } from './texts.ts';
import { findWaitingProblems, readWaitingValues, refusedByList, type WaitingValues } from './waiting-form.ts';
import { waitingTexts } from './waiting-texts.ts';

/**
 * Joins from one network address. Each can keep a ticket from sale for the hours of an offer, so it is much less than
 * orders: a family or an office joins at once, and a program puts 10 people on the lists of all events in an hour.
 */
const JOINS_OF_ADDRESS = { most: 10, everySeconds: 360, names: 50_000 };
const joinsOf = perStore(() => new Allowances(JOINS_OF_ADDRESS));

/** The form for the waiting list: puts the person on it, or shows the form with what is wrong. */
export async function joinInShop(parts: ShopParts, request: FastifyRequest<EventRoute>, reply: FastifyReply) {
  const { db, clock, publicUrl } = parts;
  const now = clock.now();
  const language = languageOf(request);
  const code = textsOf(request.body)(CODE_FIELD);
  const { event, codeProblem } = await getOpenedEvent(parts, request, { code, language });
  const withCode = codeQuery({ code });
  const values = readWaitingValues(request.body);
  const attribution = attributionOf(request);
  const waitingProblems = findWaitingProblems(event, values, { language, now });
  if (waitingProblems.length > 0)
    return sendEventPage(parts, reply, event, {
      values: emptyValues(event, withCode, now),
      waitingProblems,
      codeProblem,
      now,
    });
  countJoin(parts, request.ip, now);
  const url = publicUrl() + pathOf(event);
  try {
    await joinWaitingList(db, {
      organizationId: event.organizationId,
      eventId: event.id,
      tierId: values.tierId,
      quantity: Number(values.quantity),
      customer: { name: values.name, email: values.email, phone: values.phone || null },
      language,
      successUrl: `${url}/thanks`,
      cancelUrl: linkWith(attribution, url, withCode),
      channel: 'shop',
      attribution,
      now,
    });
  } catch (error) {
    if (!(error instanceof Refusal) || (error.status !== 409 && error.status !== 404)) throw error;
    const reason = error.in(language) ?? shopTexts[language].problems.changed;
    // The answer is that to a new entry, so that it does not reveal whether an address is on the list.
    if (joinRefusals.already_on_waiting_list.is(error))
      return sendJoined(parts, reply, event, { values, code, language });
    const { event: fresh } = await getOpenedEvent(parts, request, { code, language });
    const waitingProblems = [refusedByList(reason)];
    return sendEventPage(parts, reply, fresh, { values: emptyValues(fresh, withCode, now), waitingProblems, now });
  }
  return sendJoined(parts, reply, event, { values, code, language });
}

async function sendJoined(
  { providers }: ShopParts,
  reply: FastifyReply,
  event: ShopEvent,
  { values, code, language }: { values: WaitingValues; code: string; language: Language },
) {
  const { organizer, organizationId, title, timeZone, startDatetime } = event;
  const texts = waitingTexts[language];
  const path = linkWith(attributionOf(reply.request), pathOf(event), codeQuery({ code }));
  return sendPage(reply, {
    language,
    title: `${texts.joined}: ${title}`,
    path,
    brand: organizer,
    sites: organizer.embedSites,
    isSandbox: await providers.takesNoMoney(organizationId),
    body: html`<h1>${texts.joined}</h1>
<p>${title}</p>
<p>${dateAndTime(language, timeZone, startDatetime)}</p>
<p>${texts.joinedText(values.email)}</p>
<p class="center"><a class="alone" href="${path}">${texts.back}</a></p>`,
  });
}

function countJoin({ db }: ShopParts, address: string, now: Date) {
  const waitSeconds = joinsOf(db).take(networkOf(address), now);
  if (waitSeconds > 0) throw shopRefusals.too_many_joins({ retry_after_seconds: waitSeconds });
}
