/** HTML that is safe to insert into other HTML. */
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

/** Template tag that escapes every value, for text and for quoted attributes. Only `Html` is inserted unescaped. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(pieces[index - 1]) + string));
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (Array.isArray(piece)) return piece.map(render).join('');
  if (piece instanceof Html) return piece.text;
  return String(piece).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
