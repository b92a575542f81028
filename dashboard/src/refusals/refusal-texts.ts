/** The details of a refusal. `field` and `other` are the labels of the form. */
export type Facts = Readonly<Record<string, unknown>>;

/** Sentences by error code. A code without one is shown with the server's message. */
export type RefusalTexts = Readonly<Record<string, string | ((facts: Facts) => string)>>;
