export const LANGUAGES = ['en', 'fil'] as const;
export type Language = (typeof LANGUAGES)[number];

type Sentence = string | ((...facts: never[]) => string);
type Dictionary = { [name: string]: Sentence | Dictionary };

/** The same names, with the same facts put into them. */
type SameSentences<English> = {
  [Name in keyof English]: English[Name] extends string
    ? string
    : English[Name] extends (...facts: infer Facts) => string
      ? (...facts: Facts) => string
      : SameSentences<English[Name]>;
};

/** The sentences of one feature in every language. One that is missing, or takes other facts, is a type error. */
export const sentences = <English extends Dictionary>(each: { en: English; fil: SameSentences<English> }) => each;
