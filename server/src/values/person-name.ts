/** Line breaks and other control characters, and characters that turn the direction of a text around. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** What mail programs make a link of: a scheme, www, or a domain with a path or one of the usual endings. */
const WEB_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:[a-z]{2,}\/|(?:com|net|org|info|biz|xyz|shop|site|online|link|click|top|app|io|ly|ph)\b)/iu;

/**
 * Whether a text can be the name of a person. Our e-mails greet people by name, and a stranger types the names of the
 * guests: text with line breaks and links would be anybody's message, sent by the organizer.
 */
export const isPersonName = (text: string): boolean => !UNSEEN.test(text) && !WEB_ADDRESS.test(text);

/** The text if mail programs make no link of it, else nothing: for names that people chose, in e-mails to others. */
export const withoutLinks = (text: string): string => (isPersonName(text) ? text : '');
