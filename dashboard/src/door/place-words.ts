import type { ShownTicket } from './decide.ts';

interface Words {
  seat: (section: string, row: string, seat: string) => string;
}

/** The tier of a ticket, and its seat if it has one. */
export const placeWords = ({ tier, section, row, seat }: ShownTicket, t: Words): string =>
  section ? `${tier.name} · ${t.seat(section, row ?? '', String(seat ?? ''))}` : tier.name;
