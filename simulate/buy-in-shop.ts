import { type Hold, readLines } from './ask-for-places.ts';
import { type Answer, call, type NO_ANSWER, requestUntilAnswered } from './client.ts';
import { type ConfirmedLine, samePlaces } from './confirmed.ts';
import { entriesOf, fieldsOf, findForm, type PageContent, type PageForm, readPage } from './page-forms.ts';
import { type EventOnSale, LARGEST_PARTY, OPENING_CODE } from './program.ts';
import { open, press, type Shopper } from './shopper.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** What part of the buyers comes with a code of the event, such as from a poster. */
const WITH_CODE = 0.4;
/** What part of the buyers presses twice, and what part tampers with the form. */
const DOUBLE_PRESS = 0.1;
const TAMPERING = 0.1;
const CHOOSING = 0.5;

/** A page of the shop, as a buyer found it. */
interface Visited {
  page: PageContent;
  code: string | undefined;
}

/**
 * Buys on the pages of the shop, as a browser without JavaScript does: opens the event, fills in its form and is sent
 * to the checkout. A form without an answer is sent again. @returns the hold, if there was one, and the page as it was
 */
export async function buyInShop(
  world: World,
  shopper: Shopper,
  event: EventOnSale,
): Promise<{ hold?: Hold; page?: PageContent }> {
  const { dice, history } = world;
  const code = event.codes.length > 0 && dice.chance(WITH_CODE) ? dice.pick(event.codes) : undefined;
  const visited = await openEvent(world, shopper, event, code);
  if (!visited) return {};
  const form = findForm(visited.page, event.path, 'token');
  const token = form && fieldsOf(form, 'token')[0]?.value;
  if (!form || !token) return { page: visited.page };
  const filled = fillIn(world, shopper, event, form);
  const { lines } = filled;
  const send = () => requestUntilAnswered(world, () => press(world, shopper, form.action, filled.entries));
  const answers = await Promise.all(dice.chance(DOUBLE_PRESS) ? [send(), send()] : [send()]);
  let hold: Hold | undefined;
  for (const answer of answers) {
    history.note(`${shopper.name}: form with ${lines.length} lines → ${answer?.status ?? 'unheard'}`);
    if (answer?.status !== 303 || !answer.location.startsWith('/c/')) continue;
    hold = { name: shopper.name, checkoutId: answer.location.slice('/c/'.length), path: answer.location, shopper };
    await confirmHold(world, hold, event, { key: token, lines, code: visited.code });
  }
  return { ...(hold ? { hold } : {}), page: visited.page };
}

/** Where the event lets buyers choose seats, perhaps the page of a section. */
async function openEvent(
  world: World,
  shopper: Shopper,
  event: EventOnSale,
  code: string | undefined,
): Promise<Visited | undefined> {
  const { dice } = world;
  const first = await requestUntilAnswered(world, () =>
    open(world, shopper, code ? `${event.path}?code=${code}` : event.path),
  );
  if (!first?.html) return undefined;
  const page = readPage(first.html);
  // A code that is used up opens nothing, but the page sells the rest.
  const used = first.status === 200 ? code : undefined;
  const sections = page.links.filter((link) => link.startsWith(`${event.path}?section=`));
  if (sections.length === 0 || (findForm(page, event.path, 'token') && !dice.chance(CHOOSING)))
    return { page, code: used };
  const link = dice.pick(sections);
  const second = await requestUntilAnswered(world, () => open(world, shopper, link));
  return second?.html ? { page: readPage(second.html), code: used } : undefined;
}

interface Filled {
  entries: [string, string][];
  /** What the buyer orders. */
  lines: ConfirmedLine[];
}

function fillIn({ dice }: World, shopper: Shopper, event: EventOnSale, form: PageForm): Filled {
  const fields = fieldsOf(form, 'q_');
  const wanted = new Map<string, string | string[]>();
  for (const { name } of fields) wanted.set(name, '0');
  for (let count = dice.between(1, 3); count > 0 && fields.length > 0; count--)
    wanted.set(dice.pick(fields).name, String(dice.between(1, dice.pick([2, 2, 4, LARGEST_PARTY]))));
  const section = fieldsOf(form, 'section')[0]?.value;
  const seats = fieldsOf(form, 's_');
  const from = dice.below(Math.max(1, seats.length));
  const ticked = seats.slice(from, from + dice.between(1, 4));
  for (const [name, same] of Map.groupBy(ticked, (one) => one.name))
    wanted.set(
      name,
      same.map(({ value }) => value),
    );
  wanted.set('name', shopper.name.replace(/ \(.*/, '')).set('email', shopper.email);
  const entries = entriesOf(form, wanted);
  // The page shows no hidden tier without its code; a buyer who knows its id asks for it all the same.
  const hidden = event.offers.find((offer) => offer.hidden && offer.sectionId === null);
  if (hidden && !fields.some(({ name }) => name === `q_${hidden.tierId}`) && dice.chance(TAMPERING))
    entries.push([`q_${hidden.tierId}`, '1']);
  const lines = section
    ? [...Map.groupBy(ticked, ({ name }) => name.slice('s_'.length))].map(([tierId, same]) => ({
        tierId,
        sectionId: section,
        quantity: same.length,
      }))
    : fields.flatMap(({ name }) => {
        const quantity = Number(wanted.get(name));
        const [sectionOrTier = '', tier] = name.slice('q_'.length).split('_');
        const place = tier ? { tierId: tier, sectionId: sectionOrTier } : { tierId: sectionOrTier, sectionId: null };
        return quantity > 0 ? [{ ...place, quantity }] : [];
      });
  return { entries, lines };
}

/**
 * The redirect promises the places; a program of the organizer reads how many. @throws Violation when they are not
 * those of the form, or no code opened one of them
 */
async function confirmHold(
  world: World,
  hold: Hold,
  event: EventOnSale,
  { key, lines, code }: { key: string; lines: ConfirmedLine[]; code: string | undefined },
) {
  const { confirmed } = world;
  confirmed.forms++;
  const answer = await readData(world, hold);
  const isOpen = answer?.data?.status === 'open';
  const held = isOpen ? readLines(answer.data.items) : lines;
  if (!samePlaces(held, lines))
    throw new Violation('a form of the shop holds other places than were asked for', { held, lines });
  if (code !== OPENING_CODE && lines.some(({ tierId }) => event.offers.some((o) => o.tierId === tierId && o.hidden)))
    throw new Violation('the shop sold a hidden tier without its code', { lines, code });
  confirmed.hold(key, {
    checkoutId: hold.checkoutId,
    eventNumber: event.number,
    lines: held,
    perhaps: [],
    ...detailsOf(answer),
  });
}

const readData = (world: World, { checkoutId }: Hold) =>
  requestUntilAnswered(world, () => call(world, 'GET', `/checkouts/${checkoutId}`));

/** Seats and end of a hold; without an answer nothing is promised about them. */
export function detailsOf(answer: Answer | typeof NO_ANSWER) {
  const isOpen = answer?.data?.status === 'open';
  return {
    seats: isOpen ? JSON.stringify(answer.data.assigned_seats ?? []) : '',
    expiresAtMs: isOpen ? Date.parse(answer.data.expires_at) : 0,
    expiryAsked: false,
  };
}
