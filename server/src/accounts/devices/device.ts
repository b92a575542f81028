/** Since the last log-in on it. Organizers with one event a season are known again when they prepare the next. */
export const KNOWN_FOR_SECONDS = 180 * 86_400;
/** More than a person uses; each is another place from which strangers' guesses do not keep them out. */
export const MAX_DEVICES = 20;
