import { type OpenApi, type Operation, operationsOf } from '../../scripts/openapi-document.ts';
import { type DescribedOperation, describedOperations } from '../../scripts/sdk-typescript/described-operations.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { SAMPLE_REQUESTS, type SampleRequest } from './sample-requests.ts';
import { curlSample } from './write-curl.ts';
import { pythonSample } from './write-python.ts';
import { typescriptSample } from './write-typescript.ts';

/** The languages of the samples, in the order of their tabs. */
export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' };
export type SampleLanguage = keyof typeof LANGUAGES;
export type Samples = Record<SampleLanguage, string>;

/** What the samples of a page begin with. The key is that of the reader. */
export const SET_UP: Samples = {
  curl: `API=http://localhost:3000/api/v1
KEY=svc_live_…`,
  typescript: `import { Takilya } from '@takilya/sdk';

const takilya = new Takilya({
  apiKey: 'svc_live_…',
  baseUrl: 'http://localhost:3000',
});`,
  python: `from takilya import Takilya

takilya = Takilya(
    api_key="svc_live_…",
    base_url="http://localhost:3000",
)`,
};

/** What the writers of all languages are given. */
export interface SampleOperation extends DescribedOperation {
  /** Values of the parts of the path, in their order. */
  ids: string[];
  request: SampleRequest;
}

/** A key is not enough: a person has to be logged in, or gets the mail that is asked for. */
const isForPeople = ({ security, 'x-error-codes': codes = [] }: Operation) =>
  security?.every((one) => !('apiKey' in one)) || codes.includes('test_needs_person');

/** A sample in each language for every operation that programs may call, in the order of the document. */
export function samplesOf(document: OpenApi): Map<string, Samples> {
  const operations = operationsOf(document.paths);
  const unknown = Object.keys(SAMPLE_REQUESTS).filter((name) => !operations.some((one) => isNamed(one, name)));
  if (unknown.length > 0) throw new Error(`sample-requests.ts has ${unknown.join(', ')}, which no operation is`);
  return new Map(
    describedOperations(document)
      .filter((_, index) => operations[index] && !isForPeople(operations[index].operation))
      .map((operation) => {
        const filled = { ...operation, ids: idsOf(operation), request: requestOf(operation) };
        const samples = {
          curl: curlSample(filled),
          typescript: typescriptSample(filled),
          python: pythonSample(filled),
        };
        return [operation.operationId, samples];
      }),
  );
}

const isNamed = ({ operation }: { operation: Operation }, name: string) => operation.operationId === name;

const idsOf = ({ path, parts }: DescribedOperation): string[] =>
  parts.map(({ parameter }) => {
    const id = Object.entries(EXAMPLE_IDS).find(([name]) => name === parameter)?.[1];
    if (!id) throw new Error(`example-ids.ts has no ${parameter}, which ${path} needs`);
    return id;
  });

function requestOf({ operationId, input, query }: DescribedOperation): SampleRequest {
  const request = SAMPLE_REQUESTS[operationId] ?? {};
  const needsBody = input !== null && input.type !== 'Blob' && !input.optional;
  if ((needsBody && !request.body) || (query === 'required' && !request.query))
    throw new Error(`sample-requests.ts has no ${operationId}, which needs a body or a query`);
  return request;
}
