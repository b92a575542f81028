import { BuyerLimit } from '../checkouts/buyer-limit.ts';
import { movePlaces, type Places, type TierPlaces } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import { chooseEntries, type Room, type Turn, type Waiting } from './choose-entries.ts';
import { type InLine, markEnded } from './offer-queries.ts';

interface Choosing {
  tier: TierPlaces;
  line: InLine[];
  rooms: Room[];
  now: Date;
}

/**
 * Decides whose turn it is, as `chooseEntries`, of those who may buy now. A buyer who has bought as many tickets as the
 * event allows is out when the turn comes. One who only holds some is passed over until the holds have ended: anyone can
 * hold tickets in the name of another.
 */
export async function chooseTurns(
  tx: Tx,
  places: Places,
  { tier, line, rooms, now }: Choosing,
): Promise<{ turns: Turn<InLine>[]; first: Waiting | null }> {
  const { turns, first } = chooseEntries(line, rooms, now);
  if (!tier.admission) return { turns, first };
  const buyers = new BuyerLimit();
  const asking = turns.map(({ entry }) => ({
    entry,
    customer: { email: entry.customerEmail, phone: entry.customerPhone },
    buyerReference: null,
    channel: entry.channel,
  }));
  await buyers.load(tx, places, asking, now);
  const unable = asking.filter((one) => one.entry.quantity > buyers.left(places, one));
  if (unable.length === 0) return { turns, first };
  const ended = unable.filter((one) => one.entry.quantity > buyers.left(places, one, 'bought'));
  for (const { entry } of ended) {
    markEnded(tx, { organizationId: places.organizationId, tierId: tier.id, ids: [entry.id] });
    movePlaces(places, tier.id, { waiting: -entry.quantity });
  }
  const others = line.filter((entry) => !unable.some((one) => one.entry === entry));
  return chooseTurns(tx, places, { tier, line: others, rooms, now });
}
