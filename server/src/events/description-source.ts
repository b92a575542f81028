import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5';

/** Receives the parts of a description's HTML in document order. Elements nest, and every opened element is closed. */
export interface SourceReader {
  text(text: string): void;
  /** @param href address of an allowed link; undefined for any other element or address */
  open(tag: string, href: string | undefined): void;
  close(): void;
}

/** Elements dropped with their content, which is not text for readers: code, SVG and MathML, form fields, fallbacks. */
const DROPPED_ELEMENTS = new Set(
  `script style textarea option select xmp noscript noembed noframes
   iframe object template title svg math audio video canvas`.split(/\s+/),
);

/** Control characters except tab and line feed. They are invisible, and PostgreSQL refuses some of them. */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}/gu;

/** Context element of the parser. In a template, which is the default, a table cell without its table would be kept. */
const context = defaultTreeAdapter.createElement('div', html.NS.HTML, []);

type Node = DefaultTreeAdapterTypes.ChildNode;

/**
 * Reads any string as a browser would. parse5 builds the tree that the HTML standard prescribes, so no element stays
 * open and no two elements overlap.
 */
export function readHtml(source: string, reader: SourceReader): void {
  // Not recursive, because a tree may be as deep as its text is long.
  const levels: Iterator<Node>[] = [parseFragment(context, source, {}).childNodes.values()];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { value: node, done } = level.next();
    if (done) {
      levels.pop();
      if (levels.length > 0) reader.close();
    } else if ('value' in node) reader.text(plain(node.value));
    else if ('tagName' in node && !DROPPED_ELEMENTS.has(node.tagName)) {
      reader.open(node.tagName, linkAddress(node.attrs.find(({ name }) => name === 'href')?.value));
      levels.push(node.childNodes.values());
    }
  }
}

/**
 * Accepts absolute http, https and mailto addresses. A relative address would point into this service. Addresses that
 * become valid only after a browser's repairs ("java\nscript:", "https:evil.example") are refused.
 */
function linkAddress(href = ''): string | undefined {
  const address = href.trim();
  const isAllowed = /^(?:https?:\/\/|mailto:)[^\p{Cc}]+$/iu.test(address) && URL.canParse(address);
  return isAllowed ? address.toWellFormed() : undefined;
}

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed();
