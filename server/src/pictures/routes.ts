import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { Sales } from '../events/sales.ts';
import { EventJson, eventJson } from '../events/schemas.ts';
import { updateEvent } from '../events/update-event.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { OrganizationJson, organizationJson } from '../organizations/schemas.ts';
import { updateOrganization } from '../organizations/update-organization.ts';
import type { Database } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import type { Clock } from '../values/clock.ts';
import type { PictureKind } from '../values/picture.ts';
import { pictureRefusals } from './refusals.ts';
import { storePicture } from './store-picture.ts';
import { MAX_PICTURE_BYTES, takeUploadSlot, workInSlot } from './upload-slots.ts';

interface Options {
  db: Database;
  files: FileStore;
  clock: Clock;
  geocoder: Geocoder;
  sales: Sales;
  publicUrl: () => string;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];
const BYTES = Type.Unsafe<unknown>({});
const PictureBody = { content: Object.fromEntries(TYPES.map((type) => [type, { schema: BYTES }])) };
const refusals = Object.values(pictureRefusals);

/** Pictures of an organization and of its events. What shows them stores their addresses. */
export const pictureRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, files, clock, geocoder, sales, publicUrl } = options;
  const upload = {
    bodyLimit: MAX_PICTURE_BYTES,
    preParsing: (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void) => {
      takeUploadSlot(db, request, reply);
      done();
    },
  };

  /** @returns the address to store @throws Refusal 400, 503 */
  function stored(kind: PictureKind, request: Pick<FastifyRequest, 'organizationId' | 'raw' | 'body'>) {
    const { organizationId, body: bytes } = request;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw pictureRefusals.picture_type_unsupported();
    return workInSlot(db, request, () => storePicture(db, files, { organizationId, kind, bytes, now: clock.now() }));
  }

  app.post(
    '/organization/logo',
    {
      ...upload,
      config: { access: 'own', bodyTypes: TYPES, refusals },
      schema: {
        operationId: 'uploadLogo',
        summary: 'Upload the logo: it replaces logo_url',
        description: 'The body is a file as for the cover of an event. Pages, e-mails and tickets show it at once.',
        tags: ['Organization'],
        body: PictureBody,
        response: { 200: Data(OrganizationJson) },
      },
    },
    async (request) => {
      const { organizationId, caller: actor } = request;
      const fields = { logoUrl: await stored('logo', request) };
      const organization = await updateOrganization(db, { organizationId, actor, fields, now: clock.now() });
      return { data: organizationJson(organization, publicUrl()) };
    },
  );

  app.delete(
    '/organization/logo',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'deleteLogo',
        summary: 'Remove the logo, uploaded or not',
        description: 'E-mails that were sent show an uploaded logo for 30 days more; then its files are removed.',
        tags: ['Organization'],
        response: { 204: Type.Null({ description: 'Removed, or there was none.' }) },
      },
    },
    async ({ organizationId, caller: actor }, reply) => {
      await updateOrganization(db, { organizationId, actor, fields: { logoUrl: null }, now: clock.now() });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/events/:id/cover',
    {
      ...upload,
      config: { access: 'manage', bodyTypes: TYPES, refusals: [eventRefusals.event_not_found, ...refusals] },
      schema: {
        operationId: 'uploadCover',
        summary: 'Upload the cover of an event: it replaces cover_image_url',
        description:
          'The body is the file itself: PNG, JPEG, WebP or AVIF, at most 10 MiB and 50 megapixels (AVIF 16). It is ' +
          'written anew in several sizes, without metadata; of moving pictures the first image. An ' +
          'organization uploads one at a time: others are 503 with Retry-After.',
        tags: ['Events'],
        params: IdParams,
        body: PictureBody,
        response: { 200: Data(EventJson) },
      },
    },
    async (request) => {
      const { organizationId, organizationSlug, caller: actor } = request;
      const { id: eventId } = request.params;
      await requireEvent(db, organizationId, eventId);
      const fields = { coverImageUrl: await stored('cover', request) };
      const event = await updateEvent(db, geocoder, sales, {
        organizationId,
        actor,
        eventId,
        fields,
        now: clock.now(),
        clock,
      });
      return { data: eventJson(event, { publicUrl: publicUrl(), organizationSlug }) };
    },
  );

  app.delete(
    '/events/:id/cover',
    {
      config: { access: 'manage', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'deleteCover',
        summary: 'Remove the cover of an event, uploaded or not',
        description: 'The files of an uploaded cover are removed 30 days after nothing shows it any more.',
        tags: ['Events'],
        params: IdParams,
        response: { 204: Type.Null({ description: 'Removed, or there was none.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      const update = { organizationId, actor, eventId: params.id, fields: { coverImageUrl: null } };
      await updateEvent(db, geocoder, sales, { ...update, now: clock.now(), clock });
      return reply.code(204).send(null);
    },
  );
};
