import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { connectionRefusals } from '../../platform/refusals/request-refusals.ts';
import { FILES } from '../../values/picture.ts';
import { readPictureFile } from '../read-picture-file.ts';

interface PictureRoute {
  Params: { organization: string; file: string };
}

/** The name is made of the content, so what it names never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** A picture that is opened as a document loads and runs nothing. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Serves uploaded pictures without authentication, because shops and e-mails show them. */
export async function pictureFiles(app: FastifyInstance, { db, files }: { db: Database; files: FileStore }) {
  app.get<PictureRoute>(`${FILES}:organization/:file`, async ({ params }, reply) => {
    const found = await readPictureFile(db, files, `${FILES}${params.organization}/${params.file}`);
    if (!found) throw connectionRefusals.page_not_found();
    return reply
      .headers({
        'cache-control': FOREVER,
        'content-security-policy': POLICY,
        // Mail programs in browsers, and the websites of organizers, show them.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type(found.type)
      .send(found.bytes);
  });
}
