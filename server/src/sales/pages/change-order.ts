import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusAt } from '../../checkouts/checkout.ts';
import type { RequestedLine } from '../../checkouts/checkout-request.ts';
import { formerTickets } from '../../checkouts/former-tickets.ts';
import { changeRefusals, holdRefusals } from '../../checkouts/refusals.ts';
import { isEmail } from '../../platform/http/contract/validation.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { promoUseRefusals } from '../../promo-codes/refusals.ts';
import { type Changes, changeCheckout } from '../change-checkout.ts';
import { saleRefusals } from '../refusals.ts';
import { type ChangeTexts, changeTexts } from './change-texts.ts';
import { type CheckoutPagePost, type PageParts, readView } from './checkout-pages.ts';
import {
  askedTicketCount,
  asksForDetails,
  type FormValues,
  isName,
  readFormValues,
  typedChange,
} from './form-values.ts';
import { linesFrom } from './line-fields.ts';
import { moveValues } from './move-values.ts';
import { addressOf, type View } from './order-summary.ts';
import { sendOpenPage } from './send-open-page.ts';

/** Changes the tickets, the seats or the buyer, whichever button was pressed, and shows the page again. */
export async function changeOrder(parts: PageParts, request: FastifyRequest<CheckoutPagePost>, reply: FastifyReply) {
  const { config, db, providers } = parts;
  const view = await readView(parts, request);
  const { checkout, event } = view;
  const { organizationId, id: checkoutId } = checkout;
  const now = parts.clock.now();
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  const values = readFormValues(request.body, askedTicketCount(event));
  const wanted = wantedChange(values.change || typedChange(values, checkout), values, changeTexts[view.language]);
  let notice = typeof wanted === 'string' ? wanted : undefined;
  let status: 400 | 409 | undefined = notice === undefined ? undefined : 400;
  if (typeof wanted !== 'string') {
    const change = {
      organizationId,
      checkoutId,
      by: 'buyer' as const,
      ...wanted,
      holdSeconds: config.checkoutHoldSeconds,
      now,
    };
    try {
      await changeCheckout(db, providers, change);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      notice = reasonOf(error, view, wanted.lines ?? []);
      status = 409;
    }
  }
  const after = await readView(parts, request);
  // Closing the payment under way may have completed or expired the checkout: its page says so.
  if (statusAt(after.checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  if (notice === undefined && !asksForDetails(event)) return reply.redirect(addressOf(checkout), 303);
  const former = formerTickets(checkout.lines, after.checkout.lines);
  const shown = moveValues(values, former, askedTicketCount(after.event));
  return sendOpenPage(parts, reply, after, {
    values: notice === undefined ? { ...shown, quantities: new Map(), customerName: '', customerEmail: '' } : shown,
    notice: notice && `${notice} ${changeTexts[view.language].nothingChanged}`,
    status,
    now,
  });
}

/** @returns the reason if the fields are not filled in well */
function wantedChange(change: string | undefined, values: FormValues, { refusals }: ChangeTexts): Changes | string {
  const { customerName: name, customerEmail: email } = values;
  if (change === 'seats') return { otherSeats: true };
  if (change === 'buyer') {
    if (!isName(name) || name === '') return refusals.badName;
    return isEmail(email) ? { customer: { name, email } } : refusals.badEmail;
  }
  const lines = linesFrom(values.quantities);
  if (!lines) return refusals.badQuantity;
  return lines.length > 0 ? { lines } : refusals.noTickets;
}

/** The refusal in the words of the page: it names the tickets, not the item of a request. */
function reasonOf(error: Refusal, { checkout, event, language }: View, lines: RequestedLine[]): string {
  const { refusals } = changeTexts[language];
  const { item = -1, left = 0, max = 0 } = (error.details ?? {}) as { item?: number; left?: number; max?: number };
  const tierId = lines[item]?.tierId;
  const ticket =
    event.tierNames[checkout.lines.findIndex((line) => line.tierId === tierId)] ??
    event.otherTiers.find((tier) => tier.tierId === tierId)?.name;
  switch (error.code) {
    case 'sold_out':
      return ticket === undefined ? refusals.notOnSale : refusals.soldOut(ticket);
    case 'not_enough_left':
      return ticket === undefined ? refusals.notEnoughTogether(left) : refusals.notEnough(ticket, left);
    case 'max_per_order':
      return refusals.maxPerOrder(max);
    case 'max_per_buyer':
      return refusals.maxPerBuyer(max);
    default:
      if (NOT_ON_SALE.some((refusal) => refusal.is(error))) return refusals.notOnSale;
      return HAS_WORDS.some((refusal) => refusal.is(error)) ? `${error.in(language)}.` : refusals.other;
  }
}

/** Refusals with a message for pages. */
const HAS_WORDS = [
  ...Object.values(changeRefusals),
  saleRefusals.payment_under_way,
  ...Object.values(promoUseRefusals),
];

const NOT_ON_SALE = [
  holdRefusals.event_not_on_sale,
  holdRefusals.sales_ended,
  holdRefusals.no_tier_on_sale,
  holdRefusals.tier_not_on_sale,
  holdRefusals.tier_sales_not_started,
  holdRefusals.tier_sales_ended,
];
