import { z } from 'zod';
import { READ } from '../account.ts';
import { answer, BUYERS_TEXT, PAGE_ROWS } from '../answers.ts';
import { defineTool, READS } from '../tool.ts';
import { pick } from '../words.ts';
import { EventId, Page } from './events.ts';

export const listAttendees = defineTool({
  name: 'list_attendees',
  title: 'List attendees',
  description: `Lists the tickets of an event with the people they are for, in the order of purchase, and how many there are (total). ${BUYERS_TEXT}`,
  scopes: READ,
  annotations: READS,
  input: z.strictObject({
    event_id: EventId,
    search: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Beginnings of words of a name, an e-mail address or a number.'),
    status: z.enum(['valid', 'checked_in', 'refunded', 'cancelled']).optional(),
    page: Page,
  }),
  async run({ account }, { event_id, search: q, status, page = 1 }) {
    const { attendees, meta } = await account.takilya.attendees.list(event_id, {
      q,
      status,
      page,
      per_page: PAGE_ROWS,
    });
    const rows = attendees.map((attendee) => ({
      ...pick(attendee, ['ticket_id', 'ticket_number', 'order_number', 'status', 'checked_in_at', 'amount']),
      ...pick(attendee, ['section', 'row', 'seat', 'customer', 'attendee']),
      tier: attendee.tier.name,
      answers: attendee.answers.map((given) => pick(given, ['label', 'value'])),
    }));
    return answer({ attendees: rows, ...pick(meta, ['page', 'total', 'has_more']) });
  },
});
