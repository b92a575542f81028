import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { LetterContext } from '../../letters/letter.ts';
import { requireAccess } from '../../platform/http/callers/access.ts';
import { hook } from '../../platform/http/sockets/hook.ts';
import type { ShopParts } from '../../shop/pages/shop-pages.ts';
import { PREVIEWS, sendBrandPreview } from './brand-preview.ts';

/** Previews for members who change the brand. Each counts towards the rate limit of their session. */
export const brandPreviews: FastifyPluginAsyncTypebox<ShopParts & LetterContext> = async (app, parts) => {
  app.get(
    '/brand-preview/:preview',
    {
      onRequest: hook(requireAccess('read')),
      schema: {
        // A page, which no program asks for.
        hide: true,
        params: Type.Object({ preview: Type.Enum([...PREVIEWS]) }),
        querystring: Type.Object({
          color: Type.Optional(Type.String({ format: 'color' })),
        }),
      },
    },
    ({ organizationSlug, params, query }, reply) =>
      sendBrandPreview(parts, reply, {
        organizationSlug,
        preview: params.preview,
        color: query.color ?? null,
      }),
  );
};
