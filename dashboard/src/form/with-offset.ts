interface Zone {
  timeZone: string;
  inputValue: (instant: string) => string;
}

const DAY_MS = 86_400_000;

/**
 * The value of `<input type="datetime-local">` with the offset of the zone. A time that the clock repeats is the first
 * of the two, and a time that it skips becomes as much later, as on the server. Anything else is left as it is.
 */
export function withOffset(typed: string, { timeZone, inputValue }: Zone): string {
  const ms = Date.parse(`${typed}Z`);
  if (Number.isNaN(ms)) return typed;
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const at = (time: number) => typed + (/[+-]\d\d:\d\d/.exec(offset.format(time))?.[0] ?? '+00:00');
  const [before, after] = [at(ms - DAY_MS), at(ms + DAY_MS)];
  return inputValue(before) !== typed && inputValue(after) === typed ? after : before;
}
