/** Elements that a description may hold, by how they nest. */
const PARAGRAPHS = ['p', 'h2', 'h3', 'h4'] as const;
const LISTS = ['ul', 'ol'] as const;
const BLOCKS = [...PARAGRAPHS, ...LISTS, 'li', 'blockquote'] as const;
const INLINES = ['strong', 'b', 'em', 'i', 'u', 's', 'a'] as const;

type Block = (typeof BLOCKS)[number];
type Inline = (typeof INLINES)[number];

/** Every element that a description may hold. */
export const DESCRIPTION_TAGS: readonly string[] = [...BLOCKS, ...INLINES, 'br'];

/**
 * Blocks inside blocks, and inline elements inside each other; deeper ones are left out and their text kept. Nobody writes
 * such a description, and very deep trees are where parsers begin to differ.
 */
const BLOCK_DEPTH_MAX = 16;
const INLINE_DEPTH_MAX = 16;

interface OpenBlock {
  tag: Block;
  /** Nobody opened it: a list around an item that came without one. It ends with its last item. */
  implied: boolean;
  /** Written only when something comes into it, so that empty elements leave no trace; until then, its white space. */
  written: boolean;
  space: string;
}

interface OpenInline {
  tag: Inline;
  start: string;
  written: boolean;
}

/**
 * Writes a description from a stream of events, whatever their order, as HTML that no parser needs to repair: paragraphs
 * and headings hold text and inline elements only, lists hold items only, items are in lists, no link is in a link, every
 * element is closed, and all text is escaped here. What it has written, read and written again, is the same.
 */
export class DescriptionWriter {
  readonly #paragraphs: boolean;
  #html = '';
  #blocks: OpenBlock[] = [];
  #inlines: OpenInline[] = [];
  /** Line ends met since the last text, when they mean something (`paragraphs`). */
  #newlines = 0;
  #breaks = 0;
  /** Whether text or a line break was written last, in the block that is open. */
  #inRun = false;

  /** With `paragraphs`, blank lines in text end a paragraph, line ends break the line, and loose text gets a paragraph. */
  constructor({ paragraphs }: { paragraphs: boolean }) {
    this.#paragraphs = paragraphs;
  }

  /** Text, not yet escaped. */
  text(text: string): void {
    if (!this.#paragraphs) {
      this.#run(text);
      return;
    }
    const lines = text.split('\n');
    for (const [position, line] of lines.entries()) {
      if (position > 0) this.#newlines += 1;
      const ended = position < lines.length - 1 ? line.trimEnd() : line;
      if (this.#newlines === 0) this.#run(ended);
      else if (ended.trim() !== '') this.#run(ended.trimStart());
    }
  }

  /** A line break element. */
  lineBreak(): void {
    if (this.#paragraphs) {
      // The newline that many people type beside a <br> is the same line end.
      this.#newlines = 0;
      this.#breaks += 1;
      return;
    }
    this.#endImpliedList();
    if (this.#inList()) return;
    this.#writeBlocks();
    this.#html += '<br>';
    this.#inRun = true;
  }

  /** The start of an element; `href` is a link's address, not yet escaped. Elements that are not known are ignored. */
  open(tag: string, href = ''): void {
    if (isInline(tag)) this.#openInline(tag, href);
    else if (isBlock(tag)) this.#openBlock(tag);
  }

  /** The end of an element. An end without a start is ignored. */
  close(tag: string): void {
    if (isInline(tag)) {
      const inline = this.#inlines.findLast((open) => open.tag === tag);
      if (inline !== undefined) this.#closeInline(inline);
    } else if (isBlock(tag)) {
      const position = this.#blocks.findLastIndex((open) => open.tag === tag);
      if (position >= 0) this.#closeBlocks(position);
    }
  }

  /** Closes what is open and returns everything written. */
  end(): string {
    this.#closeBlocks(0);
    return this.#html;
  }

  #run(text: string): void {
    if (/^[ \t\n]*$/.test(text)) {
      this.#space(text);
      return;
    }
    this.#endImpliedList();
    if (this.#inList()) this.#openBlock('li');
    this.#breakLine();
    if (this.#paragraphs && !this.#inParagraph() && this.#top()?.tag !== 'li') this.#openBlock('p');
    this.#writeBlocks();
    for (const inline of this.#inlines) {
      if (!inline.written) this.#html += inline.start;
      inline.written = true;
    }
    this.#html += escapeText(text);
    this.#inRun = true;
  }

  /** White space between elements is kept where it stands, so that HTML that was well made comes back unchanged. */
  #space(text: string): void {
    const block = this.#top();
    if (block !== undefined && !block.written) block.space += text;
    else if (!this.#paragraphs || this.#inParagraph() || block?.tag === 'li') this.#html += text;
  }

  /** Turns the line ends met since the last text into breaks or a new paragraph. */
  #breakLine(): void {
    const [newlines, breaks] = [this.#newlines, this.#breaks];
    this.#newlines = 0;
    this.#breaks = 0;
    if (!this.#inRun) return;
    if (newlines > 1 && this.#top()?.tag === 'p') this.#openBlock('p');
    else this.#html += '<br>'.repeat(Math.max(breaks, Math.min(newlines, 2)));
  }

  #openInline(tag: Inline, href: string): void {
    if (tag === 'a') this.close('a');
    if (this.#inlines.length >= INLINE_DEPTH_MAX) return;
    const start =
      tag === 'a' ? `<a href="${escapeText(href).replaceAll('"', '&quot;')}" rel="nofollow noopener">` : `<${tag}>`;
    this.#inlines.push({ tag, start, written: false });
  }

  /** Ends an inline element; those written inside it are interrupted and go on at the next text. */
  #closeInline(inline: OpenInline): void {
    if (inline.written) this.#interruptInlines(this.#inlines.indexOf(inline));
    this.#inlines = this.#inlines.filter((open) => open !== inline);
  }

  #interruptInlines(from: number): void {
    for (const inline of this.#inlines.slice(from).reverse()) {
      if (inline.written) this.#html += `</${inline.tag}>`;
      inline.written = false;
    }
  }

  #openBlock(tag: Block): void {
    if (this.#inParagraph()) this.#closeBlocks(this.#blocks.length - 1);
    if (tag !== 'li') this.#endImpliedList();
    const implied = tag === 'li' ? this.#listForItem() : this.#inList() ? 'li' : null;
    const needed = (implied === null ? 0 : 1) + 1 + (isList(tag) ? 1 : 0); // a list needs room for its items
    if (this.#blocks.length + needed > BLOCK_DEPTH_MAX) return;
    if (implied !== null) this.#push(implied, true);
    this.#push(tag, false);
  }

  /** Returns to the list that an item belongs to, or says that it has to be opened: an item belongs to no list outside its quote. */
  #listForItem(): 'ul' | null {
    const list = this.#blocks.findLastIndex((open) => isList(open.tag));
    if (list <= this.#blocks.findLastIndex((open) => open.tag === 'blockquote')) return 'ul';
    this.#closeBlocks(list + 1);
    return null;
  }

  #push(tag: Block, implied: boolean): void {
    this.#endRun();
    this.#blocks.push({ tag, implied, written: false, space: '' });
  }

  #endRun(): void {
    this.#interruptInlines(0);
    this.#newlines = 0;
    this.#breaks = 0;
    this.#inRun = false;
  }

  #closeBlocks(from: number): void {
    this.#endRun();
    for (const block of this.#blocks.splice(from).reverse()) {
      if (block.written) this.#html += `</${block.tag}>`;
    }
  }

  #endImpliedList(): void {
    if (this.#inList() && this.#top()?.implied === true) this.#closeBlocks(this.#blocks.length - 1);
  }

  #writeBlocks(): void {
    for (const block of this.#blocks) {
      if (!block.written) this.#html += `<${block.tag}>${block.space}`;
      block.written = true;
    }
  }

  #top(): OpenBlock | undefined {
    return this.#blocks.at(-1);
  }

  #inParagraph(): boolean {
    const tag = this.#top()?.tag;
    return PARAGRAPHS.some((paragraph) => paragraph === tag);
  }

  #inList(): boolean {
    const tag = this.#top()?.tag;
    return tag !== undefined && isList(tag);
  }
}

function isBlock(tag: string): tag is Block {
  return BLOCKS.some((block) => block === tag);
}

function isInline(tag: string): tag is Inline {
  return INLINES.some((inline) => inline === tag);
}

function isList(tag: Block): boolean {
  return LISTS.some((list) => list === tag);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
