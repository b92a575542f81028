import { Type } from 'typebox';
import { TOKEN_LENGTH } from '../../values/token.ts';

/** Of a one-time link. Any text of the length: what is none leads nowhere, like one that is used. */
export const Token = Type.String({ format: 'text', minLength: TOKEN_LENGTH, maxLength: TOKEN_LENGTH });
