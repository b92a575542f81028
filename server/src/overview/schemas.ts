import { type Static, Type } from 'typebox';
import { SalesPointJson, salesPointJson } from '../analytics/schemas.ts';
import { EventStatusSchema } from '../events/schemas.ts';
import { Instant, nullable, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { CONCERNS } from './concern.ts';
import type { EventNow } from './queries.ts';
import type { Overview } from './read-overview.ts';

const EventNowJson = Model('OverviewEvent', 'The overview of a published event.', {
  id: Uuid(),
  title: Type.String(),
  status: EventStatusSchema,
  start_datetime: Instant(),
  seated: Type.Boolean(),
  capacity: Type.Integer(),
  tickets_sold: Type.Integer({ description: 'Tickets valid or used' }),
  checked_in: Type.Integer({ description: 'Tickets used' }),
});

const ConcernKindSchema = Enum('ConcernKind', 'What needs attention.', CONCERNS);

const ConcernJson = Model('Concern', 'Something that needs the attention of the organizer.', {
  kind: ConcernKindSchema,
  count: Type.Integer({ description: '1 where each is listed, else all.' }),
  id: nullable(Uuid('Order, webhook or event')),
  name: nullable(
    Type.String({
      description:
        'URL of a webhook, title of an event, the provider, or who waits for a refund: the number of the order, or the e-mail address of a buyer whose money bought nothing',
    }),
  ),
  since: nullable(Instant('Since when; for a draft, its start')),
});

const SetUpJson = Model('SetUp', 'The first steps of a new organization, each done or not.', {
  brand: Type.Boolean({ description: 'It has a color or a logo.' }),
  payment_account: Type.Boolean({ description: 'A payment account is in use.' }),
  event: Type.Boolean({ description: 'It has an event, drafts included.' }),
  published: Type.Boolean({ description: 'An event was published.' }),
  sold: Type.Boolean({ description: 'It has an order.' }),
});

export const OverviewJson = Model('Overview', "Today's sales, what is on sale, and what needs attention.", {
  today: SalesPointJson,
  events: Type.Array(EventNowJson, { description: 'Published, the next one first; at most 20.' }),
  needs_attention: Type.Array(ConcernJson, { description: 'The most urgent first.' }),
  set_up: SetUpJson,
});

const eventNowJson = (event: EventNow) => shown(EventNowJson, { ...event, ticketsSold: event.sold });

export const overviewJson = ({ today, events, concerns, setUp }: Overview): Static<typeof OverviewJson> => ({
  today: salesPointJson(today),
  events: events.map(eventNowJson),
  needs_attention: concerns.map((concern) => shown(ConcernJson, concern)),
  set_up: shown(SetUpJson, setUp),
});
