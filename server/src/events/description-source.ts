import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5';

/** What a description's HTML consists of, in order. Every element that is opened is closed, and they nest. */
export interface SourceReader {
  text(text: string): void;
  /** @param href of a link that may be followed; undefined: of another element, or of none */
  open(tag: string, href: string | undefined): void;
  close(): void;
}

/**
 * Elements whose content is not text for readers: code, other namespaces, form fields, what shows when something fails.
 */
const LEFT_OUT = new Set(
  'script style textarea option select xmp noscript noembed noframes iframe object template title svg math audio video canvas'.split(
    ' ',
  ),
);

/** Control characters, which cannot be seen and PostgreSQL partly refuses. Tab and line feed are text. */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}/gu;

/** Where fragments are parsed: inside of a template, the default, a cell without its table would be one. */
const context = defaultTreeAdapter.createElement('div', html.NS.HTML, []);

type Node = DefaultTreeAdapterTypes.ChildNode;

/**
 * Reads any string as a browser would. parse5 builds the tree that the HTML standard says, so nothing is open or
 * crossed in it.
 */
export function readHtml(source: string, reader: SourceReader): void {
  // Not by recursion: a tree may be as deep as its text is long.
  const levels: Iterator<Node>[] = [parseFragment(context, source, {}).childNodes.values()];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { value: node, done } = level.next();
    if (done) {
      levels.pop();
      if (levels.length > 0) reader.close();
    } else if ('value' in node) reader.text(plain(node.value));
    else if ('tagName' in node && !LEFT_OUT.has(node.tagName)) {
      reader.open(node.tagName, linkAddress(node.attrs.find(({ name }) => name === 'href')?.value));
      levels.push(node.childNodes.values());
    }
  }
}

/**
 * A link leads to a web page or a mailbox, by its full address: a relative one would lead into this service. Addresses
 * that
 * only become one of these after a browser's repairs ("java\nscript:", "https:evil.example") are not taken.
 */
function linkAddress(href = ''): string | undefined {
  const address = href.trim();
  const leadsOut = /^(?:https?:\/\/|mailto:)[^\p{Cc}]+$/iu.test(address) && URL.canParse(address);
  return leadsOut ? address.toWellFormed() : undefined;
}

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed();
