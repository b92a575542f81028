/** What has a buyer, and perhaps an attendee whom the buyer named. */
interface Held {
  attendee: { name: string | null } | null;
  customer: { name: string };
}

/** Who comes with a ticket: the attendee, or else the buyer. */
export const nameOf = ({ attendee, customer }: Held): string => attendee?.name ?? customer.name;
