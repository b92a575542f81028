import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js'));
const SHOWN = new Set(['/swagger-ui-bundle.js', '/swagger-ui.css', '/favicon-32x32.png']);

/** Swagger UI sets styles from its script; everything else comes from this server. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Takilya API</title>
  <link rel="stylesheet" href="docs/assets/swagger-ui.css">
  <link rel="icon" href="docs/assets/favicon-32x32.png">
</head>
<body>
  <div id="api"></div>
  <script src="docs/assets/swagger-ui-bundle.js"></script>
  <script type="module" src="docs/start.js"></script>
</body>
</html>
`;

/** Sends requests to the origin of the page: its policy allows no other, and the server may have several names. */
const start = `const spec = await (await fetch('openapi.json')).json();
spec.servers = [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }];
SwaggerUIBundle({ spec, dom_id: '#api', deepLinking: true, showExtensions: true });
`;

/** `GET /docs`, a page to read and try the API. It needs no key. */
export async function docsPage(app: FastifyInstance) {
  const hidden = { schema: { hide: true } } as const;
  app.get('/docs', hidden, async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page),
  );
  app.get('/docs/', hidden, async (_request, reply) => reply.redirect(`${app.prefix}/docs`));
  app.get('/docs/start.js', hidden, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/assets/',
    schemaHide: true,
    decorateReply: false,
    maxAge: '1d',
    allowedPath: (path) => SHOWN.has(path),
  });
}
