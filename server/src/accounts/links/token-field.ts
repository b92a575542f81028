import { Type } from 'typebox';
import { TOKEN_LENGTH } from '../../values/token.ts';

/** The token of a one-time link. Any text of this length is accepted; an unknown token is refused like a used one. */
export const Token = Type.String({ format: 'text', minLength: TOKEN_LENGTH, maxLength: TOKEN_LENGTH });
