import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { mailTries } from '../../platform/metrics/service-metrics.ts';
import { type Claim, ClaimLoop } from '../../platform/work/claim-loop.ts';
import { doublingWaitMs } from '../../platform/work/doubling-wait.ts';
import type { Clock } from '../../values/clock.ts';
import type { DueMail, Letter } from '../mail.ts';
import { type Claimed, claimDueMails, saveNotSent, saveSent } from './queries.ts';
import { MailRefused, type MailTransport, MOST_CONNECTIONS, SEND_WITHIN_MS } from './transport.ts';

/** Each look is one step in an index. */
const LOOK_EVERY_MS = 1_000;
/** To write it, to send it, and to write down what became of it. */
const LEASE_MS = SEND_WITHIN_MS + 30_000;
/** A mail server that was down for a day is found again within the hour. */
const RETRY_WAITS = { firstMs: 60_000, longestMs: 3_600_000 };
/** Doubling from a minute to an hour and then hourly: three days, as mail servers do it among themselves. */
const MAX_TRIES = 78;
/**
 * A drawing and a mail cost as much of the machine as several sales, so they let buyers pass for as long; an on-sale
 * that
 * lasts longer must not keep its first buyers from their tickets.
 */
const LET_PASS_MS = 60_000;

interface MailParts {
  db: Database;
  clock: Clock;
  /** Closed when the loop is stopped. */
  transport: MailTransport;
  /** Writes it with what is true now; undefined: there is nothing left to say. */
  compose(mail: DueMail): Promise<Letter | undefined>;
  /** Whether buyers or guests are queueing: what became due less than a minute ago waits then. */
  isRush(): boolean;
  log: FastifyBaseLogger;
}

/** `dropped`: the mail had nothing left to say. */
type Result = 'sent' | 'dropped' | { error: unknown };

/** Sends the mails that are due and need not let buyers pass. */
export const mailSending = (parts: MailParts): ClaimLoop<Claimed, Result> =>
  new ClaimLoop(
    {
      name: 'send mails',
      pollEveryMs: LOOK_EVERY_MS,
      leaseMs: LEASE_MS,
      maxInProgress: MOST_CONNECTIONS,
      claim: (claim) => claimUnlessRush(parts, claim),
      run: (mail) => send(parts, mail),
      settle: (mail, result) => settle(parts, mail, result),
      abort: () => parts.transport.close(),
    },
    parts,
  );

const claimUnlessRush = ({ db, isRush }: MailParts, { now, limit, inProgress, ...claim }: Claim<Claimed>) =>
  claimDueMails(db, {
    ...claim,
    most: limit,
    dueBy: isRush() ? new Date(now.getTime() - LET_PASS_MS) : now,
    underWay: inProgress.map(({ organizationId }) => organizationId),
  });

async function send({ transport, compose }: MailParts, mail: Claimed): Promise<Result> {
  try {
    const letter = await compose(mail);
    if (!letter) return 'dropped';
    await transport.send(mail, letter);
    return 'sent';
  } catch (error) {
    return { error };
  }
}

async function settle(parts: MailParts, mail: Claimed, result: Result): Promise<void> {
  const { db, clock } = parts;
  if (typeof result === 'object') return settleFailure(parts, mail, result.error);
  if (result === 'sent') await saveSent(db, mail, clock.now());
  else await saveNotSent(db, mail, { reason: 'It had nothing left to say.', status: 'dropped', againAt: null });
  mailTries.inc({ result });
}

async function settleFailure({ db, clock, log }: MailParts, mail: Claimed, error: unknown): Promise<void> {
  const refused = error instanceof MailRefused;
  const final = mail.attempts >= MAX_TRIES || (refused && error.forGood);
  const reason = refused ? error.message : 'The mail could not be composed.';
  // Ours, unless a server refused it: then a person has to look, with the trace.
  const level = refused && !final ? 'warn' : 'error';
  log[level](
    { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, reason, ...(refused ? {} : { err: error }) },
    final ? 'mail was given up' : 'mail was not sent; it is tried again',
  );
  const againAt = final ? null : new Date(clock.now().getTime() + doublingWaitMs(mail.attempts, RETRY_WAITS));
  const status = final ? 'failed' : 'pending';
  await saveNotSent(db, mail, { reason, status, againAt });
  mailTries.inc({ result: status });
}
