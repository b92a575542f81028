import { once } from 'node:events';
import { createServer } from 'node:http';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, string | number>;
  links: { traceId: string; spanId: string }[];
  /** 2: error */
  status: number;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'links'> {
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  links?: ReceivedSpan['links'];
  status?: { code?: number };
}

interface OtlpBody {
  resourceSpans: { resource: { attributes: OtlpSpan['attributes'] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const values = (attributes: OtlpSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** Collects OTLP JSON over HTTP, as a collector of traces does. */
export async function openOtlpReceiver() {
  const bodies: string[] = [];
  const paths = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    paths.add(request.url);
    bodies.push(Buffer.concat(chunks).toString());
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const parsed = () => bodies.map((body) => JSON.parse(body) as OtlpBody);

  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    paths,
    /** All raw bodies received. */
    text: () => bodies.join('\n'),
    resources: () =>
      parsed().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => values(resource.attributes))),
    spans: (): ReceivedSpan[] =>
      parsed()
        .flatMap(({ resourceSpans }) =>
          resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        )
        .map(({ attributes, status, links = [], ...span }) => ({
          ...span,
          links,
          attributes: values(attributes),
          status: status?.code ?? 0,
        })),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
