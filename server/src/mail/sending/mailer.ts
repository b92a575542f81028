import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { mailTries } from '../../platform/metrics/counted.ts';
import type { Clock } from '../../values/clock.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { DueMail, Letter } from '../mail.ts';
import { type Claimed, claimDueMails, saveNotSent, saveSent } from './queries.ts';
import { MailRefused, type MailTransport, MOST_CONNECTIONS, SEND_WITHIN_MS } from './transport.ts';

/** To write it, to send it, and to write down what became of it. After a crash it is also how long a mail waits. */
const LEASE_MS = SEND_WITHIN_MS + 30_000;
const FIRST_RETRY_MS = 60_000;
/** A mail server that was down for a day is found again within the hour. */
const LONGEST_RETRY_MS = 3_600_000;
/**
 * A drawing and a mail cost as much of the machine as several sales, so they let buyers pass for as long; an on-sale that
 * lasts longer must not keep its first buyers from their tickets.
 */
const LET_PASS_MS = 60_000;
/** Doubling from a minute to an hour and then hourly: three days, as mail servers do it among themselves. */
const MAX_TRIES = 78;

export interface MailerParts {
  db: Database;
  clock: Clock;
  transport: MailTransport;
  /** Writes it with what is true now; undefined: there is nothing left to say. */
  compose(mail: DueMail): Promise<Letter | undefined>;
  /** Whether buyers or guests are queueing: what became due less than a minute ago waits then. */
  isRush(): boolean;
  log: FastifyBaseLogger;
}

/**
 * Sends what is due, at least once: the table is the queue, and a claim moves the next try behind a lease, so a process
 * that dies loses nothing. Nothing is written or sent inside a transaction.
 */
export class Mailer {
  readonly #parts: MailerParts;
  /** Each with the organization whose mail it is. */
  readonly #tries = new Map<Promise<void>, Uuid>();

  constructor(parts: MailerParts) {
    this.#parts = parts;
  }

  /** Begins every mail that is due, that there is room for and that need not let people pass. @returns how many */
  async begin(): Promise<number> {
    const room = MOST_CONNECTIONS - this.#tries.size;
    if (room <= 0) return 0;
    const { db, clock, isRush, log } = this.#parts;
    const now = clock.now();
    const dueBy = isRush() ? new Date(now.getTime() - LET_PASS_MS) : now;
    const claimed = await claimDueMails(db, {
      dueBy,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      most: room,
      underWay: [...this.#tries.values()],
    });
    for (const mail of claimed) {
      const trying = this.#try(mail).catch((error) =>
        // Not written down: after the lease it is sent again.
        log.error({ err: error, mailId: mail.id }, 'outcome of a mail was lost'),
      );
      this.#tries.set(trying, mail.organizationId);
      trying.finally(() => this.#tries.delete(trying));
    }
    return claimed.length;
  }

  /** Resolves when one of the mails under way ends; at once when there is none. */
  async roomMade(): Promise<void> {
    await Promise.race(this.#tries.size > 0 ? this.#tries.keys() : [Promise.resolve()]);
  }

  /** Resolves when nothing is under way and everything is written down. */
  async settled(): Promise<void> {
    while (this.#tries.size > 0) await Promise.all(this.#tries.keys());
  }

  async #try(mail: Claimed): Promise<void> {
    const { db, clock, transport, compose } = this.#parts;
    try {
      const letter = await compose(mail);
      if (!letter) {
        const reason = 'It had nothing left to say.';
        await saveNotSent(db, mail, { reason, status: 'dropped', againAt: null });
        return mailTries.inc({ result: 'dropped' });
      }
      await transport.send(mail, letter);
    } catch (error) {
      return await this.#fail(mail, error);
    }
    await saveSent(db, mail, clock.now());
    mailTries.inc({ result: 'sent' });
  }

  async #fail(mail: Claimed, error: unknown): Promise<void> {
    const { db, clock, log } = this.#parts;
    const refused = error instanceof MailRefused;
    const final = mail.attempts >= MAX_TRIES || (refused && error.forGood);
    const reason = refused ? error.message : 'The mail could not be written.';
    // Ours, unless a server refused it: then a person has to look, with the trace.
    const level = refused && !final ? 'warn' : 'error';
    log[level](
      { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, reason, ...(refused ? {} : { err: error }) },
      final ? 'mail was given up' : 'mail was not sent; it is tried again',
    );
    const wait = Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), LONGEST_RETRY_MS);
    const againAt = final ? null : new Date(clock.now().getTime() + wait);
    const status = final ? 'failed' : 'pending';
    await saveNotSent(db, mail, { reason, status, againAt });
    mailTries.inc({ result: status });
  }
}
