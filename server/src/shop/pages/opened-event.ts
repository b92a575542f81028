import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/throttle/throttle.ts';
import type { Checkout } from '../../checkouts/checkout.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import type { Language } from '../../values/language.ts';
import { openHidden } from '../open-hidden.ts';
import type { ShopEvent } from '../shop-event.ts';
import { CODE_FIELD, type ShopProblem } from './form-values.ts';
import { type EventRoute, getShopEvent, type ShopParts } from './shop-pages.ts';

/** An event for one buyer. */
export interface OpenedEvent {
  event: ShopEvent;
  /** The event is without hidden tiers then. */
  codeProblem?: ShopProblem;
}

/** The event of an address, with the tiers that the buyer's code opens. @throws Refusal 404 for an unknown address */
export async function getOpenedEvent(
  parts: ShopParts,
  request: FastifyRequest<EventRoute>,
  { code, language, own = null }: { code: string; language: Language; own?: Checkout | null },
): Promise<OpenedEvent> {
  const event = await getShopEvent(parts, request, own);
  if (code === '') return { event };
  try {
    return {
      event: await openHidden(parts.db, event, { code, network: networkOf(request.ip), now: parts.clock.now() }),
    };
  } catch (error) {
    const message = error instanceof Refusal ? error.in(language) : undefined;
    if (message === undefined) throw error;
    return { event, codeProblem: { field: CODE_FIELD, message, status: (error as Refusal).status } };
  }
}
