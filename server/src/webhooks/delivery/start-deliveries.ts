import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../values/clock.ts';
import { Deliverer } from './deliverer.ts';
import type { Sender } from './sender.ts';

/** How long a new delivery waits at most when nothing else is going on; each look is one step in an index. */
const LOOK_EVERY_MS = 250;
/** Under load the room that tries make is gathered for so long: a claim costs about as much for one as for fifty. */
const GATHER_MS = 5;
/** The database did not answer: it has other worries. */
const AFTER_TROUBLE_MS = 2_000;
/** Of the 10 s until we are killed. What is not answered by then is sent again after its lease. */
const FINISH_WITHIN_MS = 5_000;

interface DeliveriesParts {
  db: Database;
  clock: Clock;
  /** Closed when the deliveries are stopped. */
  sender: Sender;
  retrySeconds: number[];
  log: FastifyBaseLogger;
}

/**
 * Sends webhooks until stopped. Looks four times a second when idle, and as soon as tries end: under load each claim
 * takes as many as ended since the one before. @returns stops it: begins nothing more, waits up to 5 s for what is under
 * way and cuts off the rest
 */
export function startDeliveries(
  parts: DeliveriesParts,
  { finishWithinMs = FINISH_WITHIN_MS } = {},
): () => Promise<void> {
  const deliverer = new Deliverer(parts);
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
      const roomMade = deliverer.roomMade();
      let pauseMs = LOOK_EVERY_MS;
      try {
        await deliverer.begin();
      } catch (error) {
        parts.log.error({ err: error }, 'due webhook deliveries could not be read; trying again');
        pauseMs = AFTER_TROUBLE_MS;
      }
      if (stopped) break;
      await Promise.race([pause(pauseMs), roomMade]);
      wake();
      await pause(GATHER_MS);
    }
  }

  const looping = loop();
  return async () => {
    stopped = true;
    wake();
    await looping;
    let cutOff: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      cutOff = setTimeout(resolve, finishWithinMs);
    });
    await Promise.race([deliverer.settled(), tooLong]);
    clearTimeout(cutOff);
    await parts.sender.close();
    await deliverer.settled();
  };
}
