import { Mailer, type MailerParts } from './mailer.ts';

/** How long a new mail waits at most when nothing else is going on; each look is one step in an index. */
const LOOK_EVERY_MS = 1_000;
/** Of the 10 s until we are killed. What is not taken by then is sent again after its lease. */
const FINISH_WITHIN_MS = 5_000;

/**
 * Sends mails until stopped. @returns stops it: begins nothing more, waits up to 5 s for what is under way, cuts off the
 * rest and closes the transport
 */
export function startMails(parts: MailerParts, { finishWithinMs = FINISH_WITHIN_MS } = {}): () => Promise<void> {
  const mailer = new Mailer(parts);
  let stopped = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function loop() {
    while (!stopped) {
      let begun = 0;
      try {
        begun = await mailer.begin();
      } catch (error) {
        parts.log.error({ err: error }, 'due mails could not be read; trying again');
      }
      if (stopped) break;
      // With a backlog the next one begins when one ends.
      if (begun > 0) await mailer.roomMade();
      else await pause(LOOK_EVERY_MS);
    }
  }

  const looping = loop();
  return async () => {
    stopped = true;
    wake();
    const cutOff = setTimeout(() => parts.transport.close(), finishWithinMs);
    await looping;
    await mailer.settled();
    clearTimeout(cutOff);
    parts.transport.close();
  };
}
