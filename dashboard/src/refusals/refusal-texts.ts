/** The details of a refusal; `field` and `other` in the words of the form. */
export type Facts = Readonly<Record<string, unknown>>;

/** By code. What has no sentence is said in the server's own words. */
export type RefusalTexts = Readonly<Record<string, string | ((facts: Facts) => string)>>;
