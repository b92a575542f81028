/** A piece of HTML that is safe to put into another. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Piece = string | number | Html | null | undefined | false | Piece[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Template tag that escapes every value, in text and in quoted attributes alike; only other `html` goes in as it is. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(pieces[index - 1]) + string));
}

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (Array.isArray(piece)) return piece.map(written).join('');
  if (piece instanceof Html) return piece.text;
  return String(piece).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
