import sql from 'sql-template-tag';
import { checkoutCode } from '../server/src/checkouts/checkout.ts';
import { type Hold, readLines, SUCCESS_URL } from './ask-for-places.ts';
import { detailsOf } from './buy-in-shop.ts';
import { call, requestUntilAnswered } from './client.ts';
import { entriesOf, fieldsOf, findForm, type PageContent } from './page-forms.ts';
import type { EventOnSale } from './program.ts';
import { press, type Shopper } from './shopper.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
/** How often people look into their mailbox. An offer lasts 12 hours, so some come too late. */
const LOOK_MS = { least: 600_000, most: 16 * HOUR_MS };
const LOOKS = 20;
/** What part of those whom the organizer's program put on the list leaves it again. */
const LEAVING = 0.25;

/**
 * Joins the waiting list, by the form of the shop or by a program of the organizer, and looks for the mail with an
 * offer.
 * @returns the offer, which holds places
 */
export async function waitInLine(
  world: World,
  shopper: Shopper,
  event: EventOnSale,
  page: PageContent | undefined,
): Promise<Hold | undefined> {
  const { dice, timeline } = world;
  const joined = page ? await joinByForm(world, shopper, event, page) : await joinByProgram(world, shopper, event);
  if (!joined) return undefined;
  const { leavePath } = joined;
  if (leavePath && dice.chance(LEAVING)) {
    await timeline.pause(dice.spread(LOOK_MS.least, LOOK_MS.most));
    world.confirmed.leaving.add(shopper.email);
    const left = await press(world, shopper, `${leavePath}/leave`, []);
    world.history.note(`${shopper.name}: leave the waiting list → ${left?.status ?? 'unheard'}`);
    return undefined;
  }
  for (let looks = LOOKS; looks > 0; looks--) {
    await timeline.pause(dice.spread(LOOK_MS.least, LOOK_MS.most));
    if (timeline.clock.now().getTime() > event.startsAtMs) return undefined;
    const hold = await readMailbox(world, shopper, event);
    if (hold) return hold;
  }
  return undefined;
}

async function joinByForm(world: World, shopper: Shopper, event: EventOnSale, page: PageContent) {
  const { dice, timeline, history, confirmed } = world;
  const form = findForm(page, `${event.path}/waiting-list`);
  const tierId = form && fieldsOf(form, 'waiting_tier')[0]?.value;
  if (!form || !tierId) return undefined;
  const quantity = dice.between(1, 4);
  const filled = new Map([
    ['waiting_quantity', String(quantity)],
    ['waiting_name', shopper.name.replace(/ \(.*/, '')],
    ['waiting_email', shopper.email],
  ]);
  const send = () => requestUntilAnswered(world, () => press(world, shopper, form.action, entriesOf(form, filled)));
  const answers = await Promise.all(dice.chance(0.1) ? [send(), send()] : [send()]);
  history.note(`${shopper.name}: wait for ${quantity} → ${answers.map((answer) => answer?.status ?? 'unheard')}`);
  if (!answers.some((answer) => answer?.status === 200)) return undefined;
  confirmed.waiting.push({ email: shopper.email, tierId, quantity, atMs: timeline.clock.now().getTime() });
  return { leavePath: undefined };
}

async function joinByProgram(world: World, shopper: Shopper, event: EventOnSale) {
  const { dice, timeline, history, confirmed } = world;
  const { tierId } = dice.pick(event.offers);
  const quantity = dice.between(1, 4);
  const customer = { name: shopper.name.replace(/ \(.*/, ''), email: shopper.email };
  const body = { tier_id: tierId, quantity, customer, success_url: SUCCESS_URL };
  const answer = await requestUntilAnswered(world, () =>
    call(world, 'POST', `/events/${event.id}/waiting-list`, body, `${shopper.name} waits`),
  );
  history.note(`${shopper.name}: wait for ${quantity} → ${answer?.status} ${answer?.code ?? 'unheard'}`);
  if (answer?.status !== 201) return undefined;
  confirmed.waiting.push({ email: shopper.email, tierId, quantity, atMs: timeline.clock.now().getTime() });
  return { leavePath: new URL(answer.data.leave_url).pathname };
}

/** The mail with the offer, if it came, and its checkout. */
async function readMailbox(world: World, shopper: Shopper, event: EventOnSale): Promise<Hold | undefined> {
  const { program, db, confirmed, history } = world;
  const [mail] = await db.query<{ checkoutId: string }>(sql`
    select checkout_id from mails
     where kind = 'waiting_list_offer' and recipient = ${shopper.email} order by created_at desc limit 1`);
  if (!mail) return undefined;
  const checkoutId = checkoutCode({ organizationId: program.organizationId, id: mail.checkoutId });
  const hold = { name: shopper.name, checkoutId, path: `/c/${checkoutId}`, shopper };
  const answer = await requestUntilAnswered(world, () => call(world, 'GET', `/checkouts/${checkoutId}`));
  history.note(`${shopper.name}: an offer → ${answer?.data?.status ?? 'unheard'}`);
  if (answer?.data?.status !== 'open') return undefined;
  confirmed.offers++;
  confirmed.hold(`${shopper.name} was offered`, {
    checkoutId,
    eventNumber: event.number,
    lines: readLines(answer.data.items),
    perhaps: [],
    ...detailsOf(answer),
  });
  return hold;
}
