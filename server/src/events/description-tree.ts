import { readHtml, type SourceReader } from './description-source.ts';

const PARAGRAPHS = new Set(['p', 'h2', 'h3', 'h4']);
const LISTS = new Set(['ul', 'ol']);
const BLOCKS = new Set([...LISTS, 'li', 'blockquote']);
const INLINES = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'a']);

/**
 * Unsupported elements and the supported ones that replace them. Dropping them would join the words before and after.
 * Many editors write a line as a `div`.
 */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ...`div section article header footer main aside nav address pre center
   figure figcaption dt dd td th caption details summary fieldset legend`
    .split(/\s+/)
    .map((tag) => [tag, 'p'] as const),
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['del', 's'],
  ['strike', 's'],
]);

/**
 * Nesting limits of blocks and of inline elements. Deeper elements are dropped and their text is kept. No real
 * description nests so deep, and parsers start to disagree about very deep trees.
 */
const MAX_BLOCK_DEPTH = 16;
const MAX_INLINE_DEPTH = 16;

export type DescriptionNode = DescriptionElement | string;

export interface DescriptionElement {
  tag: string;
  /** Address of a link. */
  href?: string | undefined;
  children: DescriptionNode[];
  /** Number of blocks around it, itself included. */
  depth: number;
  /** The source element that it comes from. A source element with text in several blocks becomes several elements. */
  from?: Wrapper | undefined;
}

/** A paragraph or an inline element. It is created once there is text for it. */
interface Wrapper {
  tag: string;
  href?: string | undefined;
}

/**
 * Origin of an item or a list that the source lacks: for content beside the items of a list, or items without a list.
 */
const IMPLIED: Wrapper = { tag: '' };

/** Where text is added: the block, the paragraph in it, and the inline elements in that. */
interface Place {
  block: DescriptionElement;
  paragraph: Wrapper | undefined;
  inlines: readonly Wrapper[];
}

/**
 * Any HTML as a tree of supported elements that nest as HTML allows: paragraphs and headings contain text and inline
 * elements, lists contain items, items are in lists, and links contain no links. The tree survives writing and reading.
 * @param isText true for plain text: a blank line ends a paragraph, a single line end breaks the line, and text outside
 * of a block gets a paragraph
 */
export function descriptionTree(source: string, { isText }: { isText: boolean }): DescriptionNode[] {
  const builder = new TreeBuilder(isText);
  readHtml(source, builder);
  return withoutEmptyBlocks(builder.root.children);
}

class TreeBuilder implements SourceReader {
  readonly root: DescriptionElement = { tag: '', children: [], depth: 0 };
  readonly #isText: boolean;
  #place: Place;
  /** The places around the open elements of the source, outermost first. */
  readonly #outer: Place[] = [];
  /** Line ends of plain text and `<br>` elements since the last text. */
  #newlines = 0;
  #breaks = 0;

  constructor(isText: boolean) {
    this.#isText = isText;
    this.#place = this.#startOf(this.root, []);
  }

  open(name: string, href: string | undefined): void {
    const tag = REPLACEMENTS.get(name) ?? name;
    if (tag === 'br') this.#lineBreak();
    this.#outer.push(this.#place);
    this.#moveTo(this.#placeIn(tag, href));
  }

  close(): void {
    this.#moveTo(this.#outer.pop() ?? this.#place);
  }

  text(text: string): void {
    const lines = this.#isText ? text.split('\n') : [text];
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#newlines++;
      const ended = index < lines.length - 1 ? line.trimEnd() : line;
      if (this.#newlines === 0) this.#add(ended);
      else if (ended.trim() !== '') this.#add(ended.trimStart());
    }
  }

  #startOf(block: DescriptionElement, inlines: readonly Wrapper[]): Place {
    const takesParagraphs = block.tag !== 'li' && !LISTS.has(block.tag) && block.depth < MAX_BLOCK_DEPTH;
    return { block, paragraph: this.#isText && takesParagraphs ? { tag: 'p' } : undefined, inlines };
  }

  #placeIn(tag: string, href: string | undefined): Place {
    const place = this.#place;
    const { block, inlines } = place;
    if (INLINES.has(tag)) {
      const isRefused = tag === 'a' && (href === undefined || inlines.some((inline) => inline.tag === 'a'));
      if (isRefused || inlines.length >= MAX_INLINE_DEPTH) return place;
      return { ...place, inlines: [...inlines, { tag, href: tag === 'a' ? href : undefined }] };
    }
    const isInList = LISTS.has(block.tag);
    if (PARAGRAPHS.has(tag)) {
      const isTooDeep = block.depth + (isInList ? 1 : 0) >= MAX_BLOCK_DEPTH;
      return isTooDeep ? place : { ...place, paragraph: { tag } };
    }
    if (!BLOCKS.has(tag)) return place;
    // A list needs room for its items; misplaced content needs room for the item or list that is added around it.
    const needed = 1 + (LISTS.has(tag) ? 1 : 0) + (isInList === (tag === 'li') ? 0 : 1);
    if (block.depth + needed > MAX_BLOCK_DEPTH) return place;
    const parent = tag === 'li' ? listIn(block) : itemIn(block);
    return this.#startOf(append(parent, tag), inlines);
  }

  #moveTo(place: Place) {
    const isSameLine = place.block === this.#place.block && place.paragraph === this.#place.paragraph;
    this.#place = place;
    if (isSameLine) return;
    this.#newlines = 0;
    this.#breaks = 0;
  }

  #lineBreak() {
    if (!this.#isText) return this.#put(lineBreak());
    // Many people type a newline beside a <br>: together they are one line end.
    this.#newlines = 0;
    this.#breaks++;
  }

  #add(text: string) {
    if (/^[ \t\n]*$/.test(text)) return this.#putSpace(text);
    this.#breakLine();
    this.#put(text);
  }

  /** Turns the line ends since the last text into line breaks or a new paragraph. */
  #breakLine() {
    const [newlines, breaks] = [this.#newlines, this.#breaks];
    this.#newlines = 0;
    this.#breaks = 0;
    const { block, paragraph } = this.#place;
    const last = itemIn(block).children.at(-1);
    const goesOn = paragraph ? isFrom(last, paragraph) : last !== undefined && !isBlock(last);
    if (!goesOn) return;
    if (newlines > 1 && paragraph?.tag === 'p') this.#startAnother(paragraph);
    else for (let left = Math.max(breaks, Math.min(newlines, 2)); left > 0; left--) this.#put(lineBreak());
  }

  #startAnother(paragraph: Wrapper) {
    const another = { ...paragraph };
    for (const place of [this.#place, ...this.#outer]) if (place.paragraph === paragraph) place.paragraph = another;
  }

  #put(node: DescriptionNode) {
    const { block, paragraph, inlines } = this.#place;
    let parent = itemIn(block);
    for (const wrapper of paragraph ? [paragraph, ...inlines] : inlines) {
      const last = parent.children.at(-1);
      parent = isFrom(last, wrapper) ? last : append(parent, wrapper.tag, wrapper);
    }
    parent.children.push(node);
  }

  /** Keeps white space in place, so that well-formed HTML is returned unchanged, but creates no elements for it. */
  #putSpace(space: string) {
    const { block, paragraph, inlines } = this.#place;
    let parent = block;
    const path = [...(LISTS.has(block.tag) ? [IMPLIED] : []), ...(paragraph ? [paragraph] : []), ...inlines];
    for (const wrapper of path) {
      const last = parent.children.at(-1);
      if (isFrom(last, wrapper)) parent = last;
      else if (wrapper === paragraph) return;
    }
    if (!this.#isText || !LISTS.has(parent.tag)) parent.children.push(space);
  }
}

const lineBreak = (): DescriptionElement => ({ tag: 'br', children: [], depth: 0 });

const isFrom = (node: DescriptionNode | undefined, wrapper: Wrapper): node is DescriptionElement =>
  typeof node === 'object' && node.from === wrapper;

const isBlock = (node: DescriptionNode): boolean =>
  typeof node === 'object' && (BLOCKS.has(node.tag) || PARAGRAPHS.has(node.tag));

const isSpace = (node: DescriptionNode): boolean => typeof node === 'string' && /^[ \t\n]*$/.test(node);

function append(parent: DescriptionElement, tag: string, from?: Wrapper): DescriptionElement {
  const element = { tag, href: from?.href, children: [], depth: parent.depth + 1, from };
  parent.children.push(element);
  return element;
}

/** Adds the item that content directly in a list lacks, or the list that an item lacks. */
const itemIn = (block: DescriptionElement) => (LISTS.has(block.tag) ? impliedIn(block, 'li') : block);
const listIn = (block: DescriptionElement) => (LISTS.has(block.tag) ? block : impliedIn(block, 'ul'));

function impliedIn(parent: DescriptionElement, tag: 'li' | 'ul'): DescriptionElement {
  const last = parent.children.findLast((child) => !isSpace(child));
  return isFrom(last, IMPLIED) ? last : append(parent, tag, IMPLIED);
}

function withoutEmptyBlocks(nodes: DescriptionNode[]): DescriptionNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || node.tag === 'br') return node;
    const children = withoutEmptyBlocks(node.children);
    return children.every(isSpace) ? [] : { ...node, children };
  });
}
