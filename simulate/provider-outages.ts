import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** Sometimes longer than the ten minutes for which places wait for an answer. */
const OUTAGE_MS = { least: MINUTE_MS, most: 90 * MINUTE_MS };

/** Makes the provider unavailable from time to time, until the faults end. */
export async function interruptProvider({ timeline, dice, troubles, history, fleet }: World): Promise<void> {
  while (troubles.minutesPerOutage !== null) {
    await timeline.pause(2 * dice.next() * troubles.minutesPerOutage * MINUTE_MS);
    if (troubles.minutesPerOutage === null) return;
    fleet.providerIsDown = true;
    history.note('the provider is down');
    await timeline.pause(dice.spread(OUTAGE_MS.least, OUTAGE_MS.most));
    fleet.providerIsDown = false;
    history.note('the provider is up again');
  }
}
