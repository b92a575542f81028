import type { FastifyBaseLogger } from 'fastify';
import { composeLetter } from './letters/compose.ts';
import { isToPayingBuyer } from './letters/queries.ts';
import { openTransport } from './mail/sending/open-transport.ts';
import { mailSending } from './mail/sending/send-mails.ts';
import type { Parts } from './parts.ts';
import { rushOf } from './platform/lanes/rush.ts';

/** Writes and sends the mails that are due. */
export const letterSending = (parts: Parts, log: FastifyBaseLogger) =>
  mailSending({
    ...parts,
    transport: openTransport(parts.config),
    compose: (mail) => composeLetter(parts, mail),
    isToPayingBuyer: (mail) => isToPayingBuyer(parts.db, mail),
    isRush: () => rushOf(parts.db).isOn,
    log,
  });

/** Sends every mail that is due now; the server tries again later what fails. */
export async function sendDueLetters(parts: Parts, log: FastifyBaseLogger): Promise<void> {
  const letters = letterSending(parts, log);
  while ((await letters.begin()) > 0) await letters.settled();
}
