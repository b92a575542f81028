import sanitizeHtml from 'sanitize-html';
import { DESCRIPTION_TAGS } from './description-writer.ts';

/** What a description's HTML consists of, in order. */
export interface DescriptionEvents {
  text(text: string): void;
  lineBreak(): void;
  open(tag: string, href?: string): void;
  close(tag: string): void;
}

/** Elements whose content is not text for readers: code, raw text that parsers disagree about, other namespaces, form fields. */
const DROPPED_WITH_CONTENT =
  'script style textarea option select xmp noscript noembed noframes iframe object template title svg math audio video canvas'.split(
    ' ',
  );

/**
 * Elements whose end is seen by readers although the element is not supported: stripping them would glue the words around
 * them together. Many editors write a line as a `div`.
 */
const SUPPORTED_INSTEAD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'div section article header footer main aside nav address pre center figure figcaption dt dd td th caption details summary fieldset legend'
      .split(' ')
      .map((tag) => [tag, 'p']),
  ),
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  del: 's',
  strike: 's',
};

/**
 * Control characters, which nobody can read and PostgreSQL partly refuses. Tab and line feed are text.
 */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}/gu;

/**
 * Parses any string as HTML and reports the allowed elements and text in it.
 *
 * sanitize-html does the parsing and drops what is not allowed. Its result is not trusted: it is taken apart again by a
 * reader that knows only the allowed elements, to whom everything else is text; a link's address is judged here alone;
 * and whoever writes HTML from the events escapes all of it.
 */
export function readDescription(html: string, events: DescriptionEvents): void {
  const clean = sanitizeHtml(html, {
    allowedTags: [...DESCRIPTION_TAGS],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WITH_CONTENT,
    transformTags: SUPPORTED_INSTEAD,
  });
  for (const [, end, tag, href, text] of clean.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?: href="([^"<>]*)")?(?: \/)?>|([^<]+|<)/g,
  )) {
    if (tag === undefined) events.text(plain(text ?? ''));
    else if (tag === 'br') events.lineBreak();
    else if (end === '/') events.close(tag);
    else if (tag !== 'a') events.open(tag);
    else {
      const address = linkAddress(unescapeText(href ?? ''));
      if (address !== null) events.open(tag, address);
    }
  }
}

/**
 * A link leads to a web page or a mailbox, by its full address: a relative one would lead into this service. Addresses that
 * only become one of these after a browser's repairs ("java\nscript:", "https:evil.example") are not taken.
 */
function linkAddress(href: string): string | null {
  const address = href.trim();
  return /^(?:https?:\/\/|mailto:)[^\p{Cc}]+$/iu.test(address) && URL.canParse(address) ? address.toWellFormed() : null;
}

function plain(text: string): string {
  return unescapeText(text).replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed();
}

const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Undoes the escaping of sanitize-html, which has decoded all other entities. */
function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => CHARACTERS[entity] ?? '');
}
