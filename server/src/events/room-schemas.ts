import { type Static, Type } from 'typebox';
import { Instant, nullable, optional, Timestamp } from '../platform/http/contract/fields.ts';
import { described, Model } from '../platform/http/contract/models.ts';
import type { EventRow } from './tables.ts';
import { time } from './tier-schemas.ts';

const ENABLED = 'Orders need a pass of the waiting room.';
const OPENS_AT = 'All who wait by then are put in a random order. null: open, first come first served.';

const WaitingRoomInput = Model('WaitingRoomInput', 'The waiting room of an on-sale. On PUT omitted fields stay.', {
  enabled: Type.Optional(Type.Boolean({ description: `${ENABLED} Default false.` })),
  opens_at: optional(Timestamp(OPENS_AT)),
});

export const WaitingRoomJson = Model('WaitingRoom', 'The waiting room of an on-sale.', {
  enabled: Type.Boolean({ description: ENABLED }),
  opens_at: nullable(Instant(OPENS_AT)),
});

export const waitingRoom = optional(described(WaitingRoomInput, 'null: buyers order without a pass.'));

export type RoomColumns = Pick<EventRow, 'waitingRoomEnabled' | 'waitingRoomOpensAt'>;

const NO_ROOM = { enabled: false, opens_at: null };

/** null clears a field, undefined leaves it. */
export function roomColumns(room: Static<typeof WaitingRoomInput> | null, timeZone: string): Partial<RoomColumns> {
  const { enabled, opens_at } = room ?? NO_ROOM;
  return { waitingRoomEnabled: enabled, waitingRoomOpensAt: time(opens_at, timeZone) };
}

export const roomJson = ({ waitingRoomEnabled, waitingRoomOpensAt }: RoomColumns): Static<typeof WaitingRoomJson> => ({
  enabled: waitingRoomEnabled,
  opens_at: waitingRoomOpensAt?.toISOString() ?? null,
});
