import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** Longer than the ten minutes for which places wait for an answer, now and then. */
const OUTAGE_MS = { least: MINUTE_MS, most: 90 * MINUTE_MS };

/** Now and then the provider answers nobody for a while. Ends with the troubles. */
export async function cutTheLine({ timeline, dice, troubles, history, fleet }: World): Promise<void> {
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
