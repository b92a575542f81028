import { withStandardKeywords } from '../../server/src/platform/http/contract/openapi/standard-keywords.ts';
import type { Declared } from '../../server/src/platform/refusals/declare-refusals.ts';
import { errorCodesOf, type OpenApi, type Schema } from '../openapi-document.ts';
import { typeOf } from '../openapi-types.ts';
import { comment } from './write-resources.ts';

/** Every error code of the document, with its status and its details. The details come from the declarations. */
export function writeErrors(document: OpenApi, declared: Declared[]): string {
  const byCode = new Map(declared.map((refusal) => [refusal.code, refusal]));
  const entries = errorCodesOf(document).map((code) => {
    const refusal = byCode.get(code);
    if (!refusal) throw new Error(`the document has the code ${code}, and no refusal declares it`);
    return entry(refusal);
  });
  return `/** The errors of the API by their code: status and details. */
export interface ApiErrors {
${entries.join('\n')}
}
`;
}

function entry({ code, declaration }: Declared): string {
  const { status, facts = {}, cause, remedy } = declaration;
  const { field: _, ...details } = facts;
  const properties: Record<string, Schema> = withStandardKeywords(JSON.parse(JSON.stringify(details)));
  const required = Object.keys(details).filter((name) => !('~optional' in (details[name] ?? {})));
  const type = typeOf({ type: 'object', properties, required });
  const some = Object.keys(details).length > 0;
  const mayBeMissing = some && required.length === 0 ? ' | undefined' : '';
  return `${comment(`${cause} ${remedy}`)}${code}: { status: ${status}; details: ${some ? type : 'undefined'}${mayBeMissing} };`;
}
