import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface MetricsAddress {
  host: string;
  port: number;
}

/** Serves `/metrics` at an address of its own, which only Prometheus has to reach. */
export function serveMetrics(app: FastifyInstance, { host, port }: MetricsAddress, read: () => Promise<Metrics>) {
  const server = createServer(async ({ url, method }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end();
    try {
      const { contentType, text } = await read();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    } catch (error) {
      app.log.error({ err: error }, 'metrics could not be read');
      response.writeHead(500).end();
    }
  });
  app.addHook('onReady', async () => {
    server.listen(port, host);
    await once(server, 'listening').catch((error: Error) => {
      throw new Error(`METRICS_ADDRESS ${host}:${port} cannot be listened on: ${error.message}`, { cause: error });
    });
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    server.close();
  });
}

export interface Metrics {
  contentType: string;
  text: string;
}
