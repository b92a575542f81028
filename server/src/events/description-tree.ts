import { readHtml, type SourceReader } from './description-source.ts';

const PARAGRAPHS = new Set(['p', 'h2', 'h3', 'h4']);
const LISTS = new Set(['ul', 'ol']);
const BLOCKS = new Set([...LISTS, 'li', 'blockquote']);
const INLINES = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'a']);

/**
 * Elements whose end is seen by readers although they are not supported: leaving them out would glue the words around
 * them
 * together. Many editors write a line as a `div`.
 */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ...'div section article header footer main aside nav address pre center figure figcaption dt dd td th caption details summary fieldset legend'
    .split(' ')
    .map((tag) => [tag, 'p'] as const),
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['del', 's'],
  ['strike', 's'],
]);

/**
 * Blocks inside blocks, and inline elements inside each other; deeper ones are left out and their text kept. Nobody
 * writes
 * such a description, and very deep trees are where parsers begin to differ.
 */
const MOST_BLOCKS = 16;
const MOST_INLINES = 16;

export type DescriptionNode = DescriptionElement | string;

export interface DescriptionElement {
  tag: string;
  /** Of a link. */
  href?: string | undefined;
  children: DescriptionNode[];
  /** How many blocks it stands in, itself included. */
  depth: number;
  /** The element of the source that this is a part of: text in several blocks makes it several. */
  from?: Wrapper | undefined;
}

/** A paragraph or an inline element. It is made where there is text for it. */
interface Wrapper {
  tag: string;
  href?: string | undefined;
}

/** Of what stands in the wrong place for an item, or for a list around it. */
const LOOSE: Wrapper = { tag: '' };

/** Where text goes: into this block, in this paragraph of it, in these inline elements. */
interface Place {
  block: DescriptionElement;
  paragraph: Wrapper | undefined;
  inlines: readonly Wrapper[];
}

/**
 * Any HTML as a tree of what a description may hold, each where HTML lets it be: paragraphs and headings hold text and
 * inline elements, lists hold items, items are in lists, no link is in a link. Written as HTML and read again it is the
 * same.
 * @param isText line ends mean something: blank lines end a paragraph, others break the line, and loose text gets a
 * paragraph
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
  /** Where it went outside of each open element of the source. */
  readonly #outer: Place[] = [];
  /** Line ends that mean something, and line breaks, since the last text. */
  #newlines = 0;
  #breaks = 0;

  constructor(isText: boolean) {
    this.#isText = isText;
    this.#place = this.#startOf(this.root, []);
  }

  open(name: string, href: string | undefined): void {
    const tag = INSTEAD.get(name) ?? name;
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
    const takesParagraphs = block.tag !== 'li' && !LISTS.has(block.tag) && block.depth < MOST_BLOCKS;
    return { block, paragraph: this.#isText && takesParagraphs ? { tag: 'p' } : undefined, inlines };
  }

  #placeIn(tag: string, href: string | undefined): Place {
    const place = this.#place;
    const { block, inlines } = place;
    if (INLINES.has(tag)) {
      const isRefused = tag === 'a' && (href === undefined || inlines.some((inline) => inline.tag === 'a'));
      if (isRefused || inlines.length >= MOST_INLINES) return place;
      return { ...place, inlines: [...inlines, { tag, href: tag === 'a' ? href : undefined }] };
    }
    const isInList = LISTS.has(block.tag);
    if (PARAGRAPHS.has(tag)) {
      const isTooDeep = block.depth + (isInList ? 1 : 0) >= MOST_BLOCKS;
      return isTooDeep ? place : { ...place, paragraph: { tag } };
    }
    if (!BLOCKS.has(tag)) return place;
    // A list needs room for its items, and what stands in the wrong place for an item or a list around it.
    const needed = 1 + (LISTS.has(tag) ? 1 : 0) + (isInList === (tag === 'li') ? 0 : 1);
    if (block.depth + needed > MOST_BLOCKS) return place;
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
    // The newline that many people type beside a <br> is the same line end.
    this.#newlines = 0;
    this.#breaks++;
  }

  #add(text: string) {
    if (/^[ \t\n]*$/.test(text)) return this.#putSpace(text);
    this.#breakLine();
    this.#put(text);
  }

  /** Turns the line ends since the last text into breaks or a new paragraph. */
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

  /** White space stays where it stands, so that HTML that was well made comes back unchanged; it makes no elements. */
  #putSpace(space: string) {
    const { block, paragraph, inlines } = this.#place;
    let parent = block;
    const path = [...(LISTS.has(block.tag) ? [LOOSE] : []), ...(paragraph ? [paragraph] : []), ...inlines];
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

/** What stands beside the items of a list is in an item of its own, and an item without a list in one. */
const itemIn = (block: DescriptionElement) => (LISTS.has(block.tag) ? looseIn(block, 'li') : block);
const listIn = (block: DescriptionElement) => (LISTS.has(block.tag) ? block : looseIn(block, 'ul'));

function looseIn(parent: DescriptionElement, tag: 'li' | 'ul'): DescriptionElement {
  const last = parent.children.findLast((child) => !isSpace(child));
  return isFrom(last, LOOSE) ? last : append(parent, tag, LOOSE);
}

function withoutEmptyBlocks(nodes: DescriptionNode[]): DescriptionNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || node.tag === 'br') return node;
    const children = withoutEmptyBlocks(node.children);
    return children.every(isSpace) ? [] : { ...node, children };
  });
}
