import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { mailTries } from '../../platform/metrics/service-metrics.ts';
import { type Claim, ClaimLoop } from '../../platform/work/claim-loop.ts';
import { doublingWaitMs } from '../../platform/work/doubling-wait.ts';
import { Round } from '../../platform/work/waiting-organizations.ts';
import type { Clock } from '../../values/clock.ts';
import { type DueMail, LAST_MAIL_KINDS, type Letter, type NotWritten } from '../mail.ts';
import { BEFORE_MESSAGES, MESSAGES } from '../queries.ts';
import { MailLimits } from './mail-limits.ts';
import { type Claimed, claimDueMails, isTakenBack, saveNotSent, saveNotTried, saveSent } from './queries.ts';
import { MAX_CONNECTIONS, MailRefused, type MailTransport, SEND_TIMEOUT_MS } from './transport.ts';

/** A poll reads one entry of an index. */
const POLL_EVERY_MS = 1_000;
/** Time to compose and send a mail and to save the outcome. */
const LEASE_MS = SEND_TIMEOUT_MS + 30_000;
/** After an outage of a day, mails are sent within the hour. */
const RETRY_WAITS = { firstMs: 60_000, longestMs: 3_600_000 };
/** Doubling from a minute to an hour, then hourly: three days, as mail servers retry among themselves. */
const MAX_TRIES = 78;
/**
 * Drawing tickets and sending a mail costs as much CPU as several sales, so during a rush mails wait this long. A
 * longer on-sale must not keep its first buyers from their tickets.
 */
const RUSH_DELAY_MS = 60_000;

/**
 * Messages of organizers in progress: they leave connections free for the mails that buyers wait for, also while a slow
 * mail server keeps theirs busy.
 */
const MESSAGES_IN_PROGRESS = 2;

interface MailParts {
  db: Database;
  clock: Clock;
  /** Closed when the loop stops. */
  transport: MailTransport;
  /** Composes the mail with current data. */
  compose(mail: DueMail): Promise<Letter | NotWritten>;
  /** Whether the mail is to the buyer of an order that was paid through a provider. */
  isToPayingBuyer(mail: DueMail): Promise<boolean>;
  /** Whether buyers or guests are queueing. Then mails that became due less than a minute ago wait. */
  isRush(): boolean;
  log: FastifyBaseLogger;
}

/** `waitSeconds`: too many were sent just before. `isWritten`: the error came after the mail was composed. */
type Result = 'sent' | NotWritten | Failure | { waitSeconds: number };

interface Failure {
  error: unknown;
  isWritten: boolean;
}

/** Sends due mails; during a rush only those due for RUSH_DELAY_MS. */
export function mailSending(parts: MailParts): ClaimLoop<Claimed, Result> {
  const rounds = { beforeMessages: new Round(), messages: new Round() };
  const limits = new MailLimits(parts.isToPayingBuyer);
  return new ClaimLoop(
    {
      name: 'send mails',
      pollEveryMs: POLL_EVERY_MS,
      leaseMs: LEASE_MS,
      maxInProgress: MAX_CONNECTIONS,
      claim: (claim) => claimUnlessRush(parts, rounds, claim),
      run: (mail, at) => send(parts, limits, mail, at),
      settle: (mail, result) => settle(parts, mail, result),
      abort: () => parts.transport.close(),
    },
    parts,
  );
}

const claimUnlessRush = (
  { db, isRush }: MailParts,
  rounds: { beforeMessages: Round; messages: Round },
  { now, limit, inProgress, ...claim }: Claim<Claimed>,
) =>
  db.transaction(async (tx) => {
    const due = {
      ...claim,
      dueBy: isRush() ? new Date(now.getTime() - RUSH_DELAY_MS) : now,
      inProgress: inProgress.map(({ organizationId }) => organizationId),
    };
    const claimed = await claimDueMails(tx, {
      ...due,
      limit,
      round: rounds.beforeMessages,
      priorities: BEFORE_MESSAGES,
    });
    const messages = inProgress.filter(({ messageId }) => messageId !== null).length;
    const room = Math.min(limit - claimed.length, MESSAGES_IN_PROGRESS - messages);
    if (room > 0)
      claimed.push(
        ...(await claimDueMails(tx, { ...due, limit: room, round: rounds.messages, priorities: [MESSAGES] })),
      );
    return claimed;
  });

/** No erasure would find the address in the file. */
const NOT_AS_FILE = { reason: 'A person who lost tickets is told by a mail server alone.' };

async function send({ transport, compose }: MailParts, limits: MailLimits, mail: Claimed, now: Date): Promise<Result> {
  if (transport.deleteFile && LAST_MAIL_KINDS.includes(mail.kind)) return NOT_AS_FILE;
  let isWritten = false;
  try {
    // Files fill no mailbox.
    const waitSeconds = transport.deleteFile ? 0 : await limits.waitSeconds(mail, now);
    if (waitSeconds > 0) return { waitSeconds };
    const letter = await compose(mail);
    if ('reason' in letter) return letter;
    // Others may have been sent meanwhile; a letter that is dropped has used nothing.
    const waitLonger = transport.deleteFile ? 0 : await limits.use(mail, now);
    if (waitLonger > 0) return { waitSeconds: waitLonger };
    isWritten = true;
    await transport.send(mail, letter);
    return 'sent';
  } catch (error) {
    return { error, isWritten };
  }
}

async function settle(parts: MailParts, mail: Claimed, result: Result): Promise<void> {
  const { db, clock, transport } = parts;
  if (result === 'sent') {
    const counts = await saveSent(db, mail, clock.now());
    // Its recipient was erased or corrected, or the ticket passed on, while it was written.
    if (!counts && (await isTakenBack(db, mail))) await transport.deleteFile?.(mail.id);
  } else if ('waitSeconds' in result) return postpone(parts, mail, result.waitSeconds);
  else if ('error' in result) return settleFailure(parts, mail, result);
  else await saveNotSent(db, mail, { reason: result.reason, status: 'dropped', mayHaveArrived: false, retryAt: null });
  mailTries.inc({ result: result === 'sent' ? 'sent' : 'dropped' });
}

/** Not a try of its own: the mail is sent as soon as the limit allows. */
async function postpone({ db, clock }: MailParts, mail: Claimed, waitSeconds: number): Promise<void> {
  const retryAt = new Date(clock.now().getTime() + waitSeconds * 1_000);
  await saveNotTried(db, mail, { reason: 'Many e-mails were sent just before. This one follows soon.', retryAt });
  mailTries.inc({ result: 'postponed' });
}

async function settleFailure(
  { db, clock, log }: MailParts,
  mail: Claimed,
  { error, isWritten }: Failure,
): Promise<void> {
  const refused = error instanceof MailRefused;
  const final = mail.attempts >= MAX_TRIES || (refused && error.permanent);
  const mayHaveArrived = refused ? error.mayHaveArrived : isWritten;
  const reason = refused ? error.message : `The mail could not be ${isWritten ? 'sent' : 'composed'}.`;
  // An error that no mail server caused is a bug: a person needs the stack trace.
  const level = refused && !final ? 'warn' : 'error';
  log[level](
    { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, reason, ...(refused ? {} : { err: error }) },
    final ? 'mail was given up' : 'mail was not sent; trying again later',
  );
  const retryAt = final ? null : new Date(clock.now().getTime() + doublingWaitMs(mail.attempts, RETRY_WAITS));
  const status = final ? 'failed' : 'pending';
  await saveNotSent(db, mail, { reason, status, mayHaveArrived, retryAt });
  mailTries.inc({ result: status });
}
