import type { TakilyaError } from '../sdk/typescript/src/takilya.ts';
import remedies from './remedies.json' with { type: 'json' };

/** What failed and what helps, for an assistant or the person who set it up. */
export function explain(error: TakilyaError, url: string): string {
  if (error.status === 0)
    return `${url} does not answer: ${error.message}. Check that the server runs and that the address is right.`;
  if (error.status === 401)
    return `${url} refuses the API key: it is wrong, was revoked or has expired. A person has to create one in the dashboard, and log in with it: npx takilya login.`;
  const field = error.field === undefined ? '' : ` The field is ${error.field}.`;
  return `${error.message} (${error.code}).${field} ${remedyOf(error.code)}`.trim();
}

/** A newer server may have codes that this version does not know. */
export const remedyOf = (code: string): string => (remedies as Record<string, string>)[code] ?? '';
