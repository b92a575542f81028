import { call, requestUntilAnswered } from './client.ts';
import type { EventOnSale } from './program.ts';
import type { World } from './world.ts';

const CANCELLED = 0.12;
const RESIZED = 0.3;

/** Changes of some events during the sale: another capacity, a pause, a cancellation. */
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
  await Promise.all(changes);
}
