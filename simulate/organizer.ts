import { call, requestUntilAnswered } from './client.ts';
import type { EventOnSale } from './program.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
const CANCELLED = 0.12;
const RESIZED = 0.3;
const WRITES = 0.5;

/** Changes of some events during the sale: another capacity, a pause, a cancellation. Writes to people with tickets. */
export async function manage(world: World, event: EventOnSale): Promise<void> {
  const { dice, timeline, history } = world;
  const during = () => event.opensAtMs + dice.next() * (event.startsAtMs - event.opensAtMs);
  const at = async (atMs: number, fields: object) => {
    await timeline.pause(atMs - timeline.clock.now().getTime());
    const answer = await requestUntilAnswered(world, () => call(world, 'PUT', `/events/${event.id}`, fields));
    history.note(`event ${event.number}: ${JSON.stringify(fields)} → ${answer?.status} ${answer?.code}`);
  };
  const changes: Promise<void>[] = [];
  if (dice.chance(RESIZED)) changes.push(at(during(), { capacity: dice.between(5, 150) }));
  if (dice.chance(RESIZED)) changes.push(at(during(), { status: dice.pick(['paused', 'hidden', 'active']) }));
  if (dice.chance(CANCELLED)) changes.push(at(during(), { status: 'cancelled' }));
  if (world.afterSales && dice.chance(WRITES))
    changes.push(timeline.pause(during() - timeline.clock.now().getTime()).then(() => write(world, event)));
  await Promise.all(changes);
}

/** Writes to the ticket holders of the event, at once or a day later. */
async function write(world: World, event: EventOnSale) {
  const { dice, timeline, history, confirmed } = world;
  const later = new Date(timeline.clock.now().getTime() + dice.below(2) * DAY_MS);
  const message = {
    subject: 'Doors open at five',
    text: 'See you there.',
    audience: dice.chance(0.3) ? { tier_ids: [dice.pick(event.offers).tierId] } : {},
    send_at: later.toISOString(),
  };
  const key = `message to event ${event.number}`;
  const send = () =>
    requestUntilAnswered(world, () => call(world, 'POST', `/events/${event.id}/messages`, message, key));
  for (const answer of await Promise.all(dice.chance(0.3) ? [send(), send()] : [send()])) {
    history.note(`${key} → ${answer?.status} ${answer?.code}`);
    if (answer?.status === 201) confirmed.message(key, answer.data.id);
  }
}
