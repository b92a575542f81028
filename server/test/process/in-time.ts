const MOST_TRIES = 5;

/**
 * The outcome of an attempt to act at a moment that passes. On a busy machine a test may miss it; then `attempt` is
 * made again, from the start. The last outcome is returned whatever it is, for the test to judge.
 */
export async function inTime<Outcome>(
  attempt: () => Promise<Outcome>,
  isMissed: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt();
    if (tries === MOST_TRIES || !isMissed(outcome)) return outcome;
  }
}
