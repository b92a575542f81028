/**
 * Differences in shape between two JSON values: names that only one has, and values of another type. `null` matches any
 * type; lists are compared by each of their members with the sample's first one.
 */
export function differencesOfShape(actual: unknown, sample: unknown, at = '$'): string[] {
  if (actual === null || sample === null) return [];
  if (Array.isArray(sample)) {
    if (!Array.isArray(actual)) return [`${at} is no list`];
    const [first] = sample;
    return first === undefined
      ? []
      : actual.flatMap((member, index) => differencesOfShape(member, first, `${at}[${index}]`));
  }
  if (typeof sample !== typeof actual) return [`${at} is ${typeof actual} and not ${typeof sample}`];
  if (typeof sample !== 'object' || typeof actual !== 'object') return [];
  const [ours, theirs] = [actual as Record<string, unknown>, sample as Record<string, unknown>];
  return [
    ...Object.keys(theirs).flatMap((name) => (name in ours ? [] : [`${at}.${name} is missing`])),
    ...Object.keys(ours).flatMap((name) =>
      name in theirs
        ? differencesOfShape(ours[name], theirs[name], `${at}.${name}`)
        : [`${at}.${name} is not documented`],
    ),
  ];
}
