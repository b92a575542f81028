import { answerOf, type DescribedAnswer, modelOf } from '../described-answer.ts';
import { type OpenApi, type Operation, operationsOf, parametersOf } from '../openapi-document.ts';
import { methodOf, parameterOf, resourceOf } from './method-names.ts';

/** An operation of the document as a method of the SDK. */
export interface DescribedOperation {
  operationId: string;
  tag: string;
  resource: string;
  method: string;
  verb: string;
  path: string;
  summary: string;
  description: string;
  codes: string[];
  /** Parts of the path: their names in it and as parameters. */
  parts: { name: string; parameter: string; type: string }[];
  /** Whether it has a query, and whether something in it is required. */
  query: 'none' | 'optional' | 'required';
  input: { type: string; optional: boolean } | null;
  answer: DescribedAnswer;
}

export const describedOperations = (document: OpenApi): DescribedOperation[] =>
  operationsOf(document.paths).map(({ path, method, operation }) => described(document, path, method, operation));

function described(document: OpenApi, path: string, verb: string, operation: Operation): DescribedOperation {
  const { operationId, summary, description = '', tags } = operation;
  const [tag] = tags;
  if (tag === undefined) throw new Error(`${verb} ${path} has no tag`);
  const parameters = parametersOf(operation, document.components);
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  return {
    operationId,
    tag,
    resource: resourceOf(tag),
    method: methodOf(operationId, tag),
    verb,
    path,
    summary,
    description,
    codes: operation['x-error-codes'] ?? [],
    parts: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => ({
        name,
        parameter: parameterOf(path, name),
        type: schema.$ref ? modelOf(schema) : 'string',
      })),
    query: asked.length === 0 ? 'none' : asked.some(({ required }) => required) ? 'required' : 'optional',
    input: inputOf(operation),
    answer: answerOf(document, operation),
  };
}

function inputOf({ requestBody }: Operation): DescribedOperation['input'] {
  if (!requestBody) return null;
  const schema = requestBody.content['application/json']?.schema;
  const type = schema ? modelOf(schema) : 'Blob';
  return { type, optional: !requestBody.required };
}
