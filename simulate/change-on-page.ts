import { type Hold, readLines } from './ask-for-places.ts';
import { detailsOf } from './buy-in-shop.ts';
import { call, NO_ANSWER, requestUntilAnswered } from './client.ts';
import { type ConfirmedHold, type ConfirmedLine, samePlaces } from './confirmed.ts';
import { entriesOf, fieldsOf, findForm, type PageContent, type PageForm, readPage } from './page-forms.ts';
import type { EventOnSale } from './program.ts';
import { open, press, type Shopper } from './shopper.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

const KINDS = { fewer: 25, more: 30, seats: 15, buyer: 15, code: 10, noCode: 5 };

type BuyerHold = Hold & { shopper: Shopper };

/**
 * Changes an order by the forms of its page. The page answers with a redirect in any case where it does not say what is
 * wrong, so a program reads what came of it. @throws Violation when it is not what the form asked for
 */
export async function changeOnPage(
  world: World,
  hold: BuyerHold,
  event: EventOnSale,
  held: ConfirmedHold,
): Promise<void> {
  const { confirmed, history } = world;
  const opened = await requestUntilAnswered(world, () => open(world, hold.shopper, hold.path));
  const change = opened?.html ? chooseChange(world, hold, event, readPage(opened.html)) : undefined;
  if (!change) return;
  const lines = change.lines ?? held.lines;
  held.perhaps.push(lines);
  const answer = await press(world, hold.shopper, change.form.action, change.entries);
  history.note(`${hold.name}: ${change.kind} on the page → ${answer?.status ?? 'unheard'}`);
  if (answer === NO_ANSWER || answer.status >= 500) return;
  if (answer.status !== 303) {
    held.perhaps.pop();
    return;
  }
  const after = await requestUntilAnswered(world, () => call(world, 'GET', `/checkouts/${hold.checkoutId}`));
  if (after?.data?.status !== 'open') return;
  held.lines = readLines(after.data.items);
  held.perhaps = [];
  held.seats = detailsOf(after).seats;
  confirmed.changes++;
  if (!samePlaces(held.lines, lines))
    throw new Violation('a changed order has other places than its page asked for', { held: held.lines, lines });
}

interface Change {
  kind: keyof typeof KINDS;
  form: PageForm;
  entries: [string, string][];
  /** undefined: as they are. */
  lines?: ConfirmedLine[];
}

function chooseChange(world: World, { path, shopper }: BuyerHold, event: EventOnSale, page: PageContent) {
  const { dice } = world;
  const kind = dice.weighted<keyof typeof KINDS>(KINDS);
  const [tickets, buyer, promo] = [
    findForm(page, `${path}/change`, 'quantity_'),
    findForm(page, `${path}/change`, 'customer_'),
    findForm(page, `${path}/promo`),
  ];
  switch (kind) {
    case 'buyer': {
      const filled = new Map([
        ['customer_name', 'Another buyer'],
        ['customer_email', `other-${shopper.email}`],
      ]);
      return buyer && { kind, form: buyer, entries: entriesOf(buyer, filled, { name: 'change', value: 'buyer' }) };
    }
    case 'code': {
      const code = event.codes.length > 0 ? dice.pick(event.codes) : 'NO-SUCH-CODE';
      return promo && { kind, form: promo, entries: entriesOf(promo, new Map([['promo_code', code]])) };
    }
    case 'noCode': {
      const removes = promo && fieldsOf(promo, 'remove')[0];
      return removes && { kind, form: promo, entries: entriesOf(promo, new Map(), removes) };
    }
    case 'seats': {
      const seats = tickets && fieldsOf(tickets, 'change').find(({ value }) => value === 'seats');
      return seats && { kind, form: tickets, entries: entriesOf(tickets, new Map(), seats) };
    }
    default:
      return tickets && changeTickets(world, kind, tickets);
  }
}

function changeTickets({ dice }: World, kind: 'fewer' | 'more', form: PageForm): Change | undefined {
  const fields = fieldsOf(form, 'quantity_');
  const filled = new Map<string, string>();
  for (const { name, value } of fields) {
    const now = Number(value);
    filled.set(
      name,
      String(kind === 'fewer' ? dice.between(0, now) : now + (dice.chance(0.5) ? dice.between(0, 2) : 0)),
    );
  }
  const lines = fields.flatMap(({ name }): ConfirmedLine[] => {
    const [tierId = '', sectionId = null] = name.slice('quantity_'.length).split('_');
    const quantity = Number(filled.get(name));
    return quantity > 0 ? [{ tierId, sectionId, quantity }] : [];
  });
  if (lines.length === 0) return undefined;
  return { kind, form, entries: entriesOf(form, filled, { name: 'change', value: 'tickets' }), lines };
}
