import { type Static, Type } from 'typebox';
import { Instant, nullable, optional, Timestamp } from '../platform/http/contract/fields.ts';
import { described, Model } from '../platform/http/contract/models.ts';
import type { EventRow } from './tables.ts';
import { time } from './tier-schemas.ts';

const Enabled = () => Type.Boolean({ description: 'Orders need a pass of the waiting room.' });
const OPENS_AT = 'All who wait by then are put in a random order. null: open, first come first served.';

const WaitingRoomInput = Model('WaitingRoomInput', 'The waiting room of an on-sale.', {
  enabled: Enabled(),
  opens_at: optional(Timestamp(OPENS_AT)),
});

export const WaitingRoomJson = Model('WaitingRoom', 'The waiting room of an on-sale.', {
  enabled: Enabled(),
  opens_at: nullable(Instant(OPENS_AT)),
});

export const waitingRoom = optional(
  described(WaitingRoomInput, 'Replaces both fields. null or omitted: buyers order without a pass.'),
);

export type RoomColumns = Pick<EventRow, 'waitingRoomEnabled' | 'waitingRoomOpensAt'>;

export const roomColumns = (room: Static<typeof WaitingRoomInput> | null, timeZone: string): RoomColumns => ({
  waitingRoomEnabled: room?.enabled ?? false,
  waitingRoomOpensAt: time(room?.opens_at, timeZone) ?? null,
});

export const roomJson = ({ waitingRoomEnabled, waitingRoomOpensAt }: RoomColumns): Static<typeof WaitingRoomJson> => ({
  enabled: waitingRoomEnabled,
  opens_at: waitingRoomOpensAt?.toISOString() ?? null,
});
