import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Checkout } from '../../checkouts/checkout.ts';
import type { Config } from '../../config/config.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { html } from '../../platform/http/pages/html.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import type { Clock } from '../../values/clock.ts';
import { shopPath, slugTyped } from '../../values/slug.ts';
import { saleState } from '../offer.ts';
import { readSectionSeats, readShop, readShopEvent } from '../read-shop.ts';
import { shopRefusals } from '../refusals.ts';
import type { ShopEvent } from '../shop-event.ts';
import { attributionOf, linkWith } from './attribution-fields.ts';
import { eventPage, isSelling } from './event-page.ts';
import { keptQuery, type ShopFormValues, type ShopProblem } from './form-values.ts';
import { passOfVisitor } from './pass-of-visitor.ts';
import { seatsStyle } from './seat-picker.ts';
import { beginningOf, eventData, imageOfEvent, shareHead } from './share-head.ts';
import { shopTexts } from './texts.ts';
import { readWaitingValues } from './waiting-form.ts';

export interface ShopParts {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

export interface EventRoute {
  Params: { organization: string; event: string };
  Body: Record<string, unknown> | undefined;
}

/**
 * The event of an address, for the buyer of the hold `own` if there is one. @throws Refusal 404 for an unknown one, or
 * a draft
 */
export async function getShopEvent(
  { db, clock }: ShopParts,
  { params }: FastifyRequest<EventRoute>,
  own: Checkout | null = null,
): Promise<ShopEvent> {
  const slugs = [slugTyped(params.organization), slugTyped(params.event)];
  const found = await readShopEvent(db, { slugs, now: clock.now() }, own);
  if (!found) throw shopRefusals.shop_page_not_found();
  return found;
}

/** @throws Refusal 404 */
export async function getShop({ db, clock }: ShopParts, slug: string, page = 1) {
  const shop = await readShop(db, slugTyped(slug), { page, now: clock.now() });
  if (!shop) throw shopRefusals.shop_page_not_found();
  return shop;
}

export const pathOf = ({ organizationSlug, slug }: ShopEvent): string => shopPath(organizationSlug, slug);

interface Filled {
  values: ShopFormValues;
  problems?: ShopProblem[];
  /** Problems of the form for the waiting list. */
  waitingProblems?: ShopProblem[];
  codeProblem?: ShopProblem | undefined;
  now: Date;
}

/** Sends the page of an event with its forms as they were filled in. */
export async function sendEventPage(
  parts: ShopParts,
  reply: FastifyReply,
  event: ShopEvent,
  { values, problems: found = [], waitingProblems = [], codeProblem, now }: Filled,
) {
  const { config, db, providers, publicUrl } = parts;
  const waiting = { values: readWaitingValues(reply.request.body), problems: waitingProblems };
  const language = languageOf(reply.request);
  const state = saleState(event, now);
  const problems = codeProblem ? [codeProblem, ...found] : found;
  const pass = await passOfVisitor(parts, reply.request, event, now);
  const path = pathOf(event);
  const url = publicUrl() + path;
  const holdMinutes = Math.round(config.checkoutHoldSeconds / 60);
  const hasSeats = values.section !== '' && isSelling({ state, pass });
  const section = hasSeats ? await readSectionSeats(db, event, values.section, now) : undefined;
  const attribution = attributionOf(reply.request);
  const page = eventPage({
    event,
    attribution,
    section,
    language,
    values,
    problems,
    waiting,
    path,
    holdMinutes,
    state,
    pass,
    now,
  });
  const about = beginningOf(event.description ?? '') || shopTexts[language].shopAbout(event.organizer.name);
  const image = imageOfEvent(event, {
    organizationSlug: event.organizationSlug,
    publicUrl: publicUrl(),
    language,
  });
  const shared = {
    title: event.title,
    about,
    url,
    image,
    organizer: event.organizer.name,
    language,
  };
  return sendPage(reply, {
    ...page,
    language,
    ...(reply.request.method === 'GET' ? {} : { path: linkWith(attribution, path, keptQuery(event, values)) }),
    brand: event.organizer,
    sites: event.organizer.embedSites,
    isSandbox: await providers.takesNoMoney(event.organizationId),
    isIndexed: !event.organizer.isTest && isFound(event) && values.code === '',
    isKept: true,
    head: html`${shareHead(shared)}${eventData(event, { url, imageUrl: image.url, publicUrl: publicUrl(), state, now })}`,
    formTargets: [publicUrl()],
    ...(section ? { style: seatsStyle } : {}),
    ...(problems.length + waitingProblems.length > 0
      ? { status: problems.find(({ status }) => status)?.status ?? 400 }
      : {}),
  });
}

/** Whether search engines may show it. */
const isFound = ({ listed, status }: ShopEvent) => listed && status !== 'hidden' && status !== 'paused';
