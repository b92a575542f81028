/** The words of a mail about one kind of change. */
export interface Notice {
  /** A change of the reader's own account. */
  isOwn: boolean;
  subject: (organization: string) => string;
  intro: (organization: string) => string;
  /** What the change is about, where it is recorded by a name of the API. */
  words?: Record<string, string>;
}

export const PROVIDERS = { paymongo: 'PayMongo', xendit: 'Xendit' };

export const ofOrganization = (
  subject: string,
  intro: (organization: string) => string,
  words?: Record<string, string>,
): Notice => ({
  isOwn: false,
  subject: (organization) => `${organization}: ${subject}`,
  intro,
  ...(words && { words }),
});

export const ofPerson = (subject: string, intro: string): Notice => ({
  isOwn: true,
  subject: () => subject,
  intro: () => intro,
});
