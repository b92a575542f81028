export const LANGUAGES = ['en', 'fil'] as const;
export type Language = (typeof LANGUAGES)[number];

type Translation = string | ((...values: never[]) => string);
type Dictionary = { [name: string]: Translation | Dictionary };

/** Translations with the names and parameters of the English ones. */
type SameTranslations<English> = {
  [Name in keyof English]: English[Name] extends string
    ? string
    : English[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : SameTranslations<English[Name]>;
};

/** The texts of one feature in every language. A missing text, or one with other parameters, is a type error. */
export const translations = <English extends Dictionary>(each: { en: English; fil: SameTranslations<English> }) => each;
