import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Config } from '../config/config.ts';
import { mailDirectory } from '../mail/sending/mail-files.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import type { Clock } from '../values/clock.ts';
import { eraseBuyer } from './erase-buyer.ts';
import { exportBuyer } from './export-buyer.ts';
import { buyerRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';

type Options = { config: Config; db: Database; clock: Clock };

export const buyerRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { config, db, clock }) => {
  app.post(
    '/buyers/export',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'exportBuyer',
        summary: 'Read everything held about a person',
        description:
          'As a buyer, and as an attendee of another buyer. The address is compared in any case. A person of whom ' +
          'nothing is held has empty lists. The audit log records each export.',
        tags: ['Buyers'],
        body: schemas.BuyerExportBody,
        response: { 200: Data(schemas.BuyerExportJson) },
      },
    },
    async ({ organizationId, caller: actor, body }) => {
      const now = clock.now();
      const email = body.email.trim();
      const exported = await exportBuyer(db, { organizationId, email }, { actor, after: body.after ?? null, now });
      return { data: schemas.exportJson(organizationId, exported, { email, now }) };
    },
  );

  app.post(
    '/buyers/erase',
    {
      config: { access: 'secure', refusals: [buyerRefusals.buyer_data_needed] },
      schema: {
        operationId: 'eraseBuyer',
        summary: 'Erase the personal data of a person, and keep the orders',
        description:
          'Orders, payments and refunds keep their amounts. It cannot be undone. While a ticket of an event that is ' +
          'not over, money on its way or a paid subscription needs the data, the answer is 409 with their ids. ' +
          'Repeating the request continues it.',
        tags: ['Buyers'],
        body: schemas.BuyerErasureBody,
        response: { 200: Data(schemas.BuyerErasureJson) },
      },
    },
    async ({ organizationId, caller: actor, body }) => {
      const erasure = { actor, mailDirectory: mailDirectory(config.dataDir), now: clock.now() };
      return { data: schemas.erasureJson(await eraseBuyer(db, { organizationId, email: body.email.trim() }, erasure)) };
    },
  );
};
