/** Fields as the API names them, with the words that stand beside them here. */
export type Labels = Readonly<Record<string, string>>;

/** A field at the beginning of a sentence, or in snake case anywhere: other words are words. */
const NAMES = /^[a-z][a-z._]*\b|\b[a-z]+(?:_[a-z]+)+\b/g;

/** A refusal names fields as a program sends them; whoever filled a form in knows them by their labels. */
export const inLabels = (refusal: string, labels: Labels): string =>
  refusal.replaceAll(NAMES, (name) => (labels[name] === undefined ? name : `“${labels[name]}”`));
