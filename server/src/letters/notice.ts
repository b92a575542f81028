/** The words of a mail about one kind of change. */
export interface Notice {
  /** A change of the reader's own account. */
  isOwn: boolean;
  subject: (organization: string) => string;
  intro: (organization: string) => string;
}

export const ofOrganization = (subject: string, intro: (organization: string) => string): Notice => ({
  isOwn: false,
  subject: (organization) => `${organization}: ${subject}`,
  intro,
});

export const ofPerson = (subject: string, intro: string): Notice => ({
  isOwn: true,
  subject: () => subject,
  intro: () => intro,
});
