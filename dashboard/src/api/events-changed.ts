/** A request to these may change events: the organization's slug is in their public URLs. */
const CHANGE = /\/v1\/(events|series|tiers|organization)/;

let changedAt = 0;

/** When the server last answered a change of events by this tab; a query that is older may be behind. */
export const eventsChangedAt = () => changedAt;

/** Notes a change of events once it was answered. A refusal or a lost answer counts, too: they may have changed. */
export function noteChange({ method, url }: Request) {
  if (method !== 'GET' && CHANGE.test(url)) changedAt = Date.now();
}
