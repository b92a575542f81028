import { type DescriptionElement, type DescriptionNode, descriptionTree } from './description-tree.ts';

/** An event's description in the two forms that responses include. */
export interface Descriptions {
  description: string | null;
  descriptionHtml: string | null;
}

/**
 * Both forms of the description in a request, or undefined when it has neither. Sending one form replaces both: a
 * missing form is derived from the other, and a text is stored as sent. See docs/api/events.md.
 */
export function descriptions({ description, descriptionHtml }: Partial<Descriptions>): Descriptions | undefined {
  if (description === undefined && descriptionHtml === undefined) return undefined;
  if (typeof descriptionHtml === 'string') {
    return {
      description: description ?? textOfDescription(descriptionHtml),
      descriptionHtml: sanitizeDescription(descriptionHtml),
    };
  }
  if (typeof description === 'string') {
    return { description, descriptionHtml: descriptionFromText(description) };
  }
  return { description: null, descriptionHtml: null };
}

/**
 * Safe HTML from any string: paragraphs, headings 2–4, quotes, lists, line breaks, bold, italic, underlined and
 * struck-through text, and links to http, https and mailto addresses. Other elements are replaced by their text;
 * scripts and the like are removed. HTML that is already safe is returned unchanged.
 */
export const sanitizeDescription = (html: string): string => htmlOf(descriptionTree(html, { isText: false }));

/**
 * Safe HTML from plain text: blank lines separate paragraphs and line ends break lines. Markup in the text is sanitized
 * like HTML; text that only looks like markup ("a < b", "<ana@example.com>", "?a=1&copy=2") stays text.
 */
export function descriptionFromText(text: string): string {
  const source = text
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);)/gi, '&amp;')
    .replace(/<(?!\/?[a-z][a-z\d]*(?:[\s/][^<>]*)?>|!--)/gi, '&lt;');
  return htmlOf(descriptionTree(source, { isText: true }));
}

/** The text of a description's HTML: blank lines between blocks, and one line for each list item and line break. */
export function textOfDescription(html: string): string {
  const writer = new TextWriter();
  writer.write(descriptionTree(html, { isText: false }));
  return writer.result;
}

/** Writes only supported elements and escaped text, so that every parser reads the same tree. */
function htmlOf(nodes: DescriptionNode[]): string {
  let written = '';
  for (const node of nodes)
    if (typeof node === 'string') written += escaped(node);
    else if (node.tag === 'br') written += '<br>';
    else written += `<${node.tag}${linkTo(node.href)}>${htmlOf(node.children)}</${node.tag}>`;
  return written;
}

const linkTo = (href: string | undefined): string =>
  href === undefined ? '' : ` href="${escaped(href).replaceAll('"', '&quot;')}" rel="nofollow noopener"`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes the text of a description. Line ends and spaces are written only when text follows them. */
class TextWriter {
  result = '';
  #newlines = 0;
  #space = false;
  #lists = 0;

  write(nodes: DescriptionNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.#text(node);
      else if (node.tag === 'br') this.#newlines++;
      else this.#element(node);
    }
  }

  #text(text: string) {
    // In HTML any run of white space, line ends included, is one space.
    for (const [position, word] of text.split(/[ \t\n]+/).entries()) {
      if (position > 0) this.#space = true;
      if (word === '') continue;
      if (this.result !== '') this.result += this.#newlines > 0 ? '\n'.repeat(this.#newlines) : this.#space ? ' ' : '';
      this.result += word;
      this.#newlines = 0;
      this.#space = false;
    }
  }

  #element({ tag, children }: DescriptionElement) {
    const isList = tag === 'ul' || tag === 'ol';
    this.#boundary(tag);
    if (isList) this.#lists++;
    this.write(children);
    if (isList) this.#lists--;
    this.#boundary(tag);
  }

  #boundary(tag: string) {
    if (/^(?:p|h\d|ul|ol|li|blockquote)$/.test(tag))
      this.#newlines = Math.max(this.#newlines, this.#lists > 0 || tag === 'li' ? 1 : 2);
  }
}
