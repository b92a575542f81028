import { readFile } from 'node:fs/promises';

/** The attendee of the list that a door keeps, as far as it looks at them. */
export interface DoorTicket {
  ticket_id: string;
  status: string;
  revision: number;
}

type Refusal = (
  code: string,
  door: { keys: object[]; eventId: string; tickets: Map<string, DoorTicket> },
) => Promise<string | null>;

/** The example of docs/tickets.md, run as it stands there: what integrators copy is what is tested. */
export async function offlineCheck(): Promise<Refusal> {
  const page = await readFile(new URL('../../docs/tickets.md', import.meta.url), 'utf8');
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const { refusal } = await import(`data:text/javascript,${encodeURIComponent(example)}`);
  return refusal;
}
