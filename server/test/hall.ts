import type { BoxOffice, EventOnSale } from './box-office.ts';

export interface SectionState {
  id: string;
  label: string;
  available: number;
  largest_block: number;
  on_sale: boolean;
  prices: { tier_id: string; name: string; price: number; available: number; largest_block: number }[];
}

export interface AssignedSeat {
  section: string;
  row: string;
  seat: number;
  label: string;
}

export interface Hall extends EventOnSale {
  sections: SectionState[];
  /** The first section's. */
  sectionId: string;
}

interface Row {
  label: string;
  seats: number | (number | null)[];
  tier_ids?: string[] | null;
}

/** `rows(['A', 20], ['B', [1, null, 2]])` */
export const rows = (...list: [label: string, seats: Row['seats'], tierIds?: string[]][]): Row[] =>
  list.map(([label, seats, tier_ids]) => ({ label, seats, ...(tier_ids ? { tier_ids } : {}) }));

export interface PlanAnswer {
  selection_mode: string;
  sections: { id: string; label: string; tier_ids: string[]; rows: Row[] }[];
}

/** An event on sale whose one section `Lower` has these rows at the price of its default tier. */
export async function openHall(
  office: BoxOffice,
  list: Row[],
  { price = 500, ...fields }: Record<string, unknown> & { price?: number } = {},
): Promise<Hall> {
  const event = await office.event({ price, ...fields });
  return seat(office, event, [{ label: 'Lower', tier_ids: [event.tierId], rows: list }]);
}

export async function seat(office: BoxOffice, event: EventOnSale, sections: object[]): Promise<Hall> {
  const answer = await office.call('PUT', `/events/${event.id}/seating-plan`, { sections });
  if (answer.status !== 200) throw new Error(`the plan was refused: ${answer.body}`);
  const state = await sectionsOf(office, event);
  return { ...event, sections: state, sectionId: state[0]?.id ?? '' };
}

export async function sectionsOf(office: BoxOffice, event: { id: string }): Promise<SectionState[]> {
  return (await office.call<{ sections: SectionState[] }>('GET', `/events/${event.id}/sections`)).data.sections;
}

/** A party's hold in a section of the hall, the first one unless told otherwise. */
export const askSeats = (office: BoxOffice, hall: Hall, quantity: number, fields: Record<string, unknown> = {}) =>
  office.call<{ checkout_id: string; checkout_url: string; expires_at: string; assigned_seats: AssignedSeat[] }>(
    'POST',
    '/checkouts',
    {
      event_id: hall.id,
      section_id: hall.sectionId,
      quantity,
      customer: { name: 'Ana Reyes', email: 'ana@example.com' },
      success_url: 'https://shop.example/thanks',
      ...fields,
    },
  );

export async function holdSeats(office: BoxOffice, hall: Hall, quantity: number, fields: Record<string, unknown> = {}) {
  const answer = await askSeats(office, hall, quantity, fields);
  if (answer.status !== 201) throw new Error(`no seats were held: ${answer.body}`);
  return answer.data;
}

/** `A-12` of each. */
export const labelsOf = ({ assigned_seats }: { assigned_seats: AssignedSeat[] }): string[] =>
  assigned_seats.map(({ label }) => label);

/** Whether these seats are side by side in one row whose seats are numbered from left to right without aisles. */
export function areTogether(seats: AssignedSeat[]): boolean {
  const [first] = seats;
  return seats.every(({ row, seat }, index) => row === first?.row && seat === first.seat + index);
}
