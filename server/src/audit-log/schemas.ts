import { Type } from 'typebox';
import { Instant, Name, nullable, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model, OpenEnum } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { TimeRangeQuery } from '../platform/http/contract/time-range.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { ACTOR_KINDS } from './actor.ts';
import { ACTIONS } from './change.ts';
import type { LoggedChange } from './queries.ts';

/** A subject is an id or the name of a payment provider, both shorter than this. */
const MAX_SUBJECT_LENGTH = 64;

const ActionSchema = OpenEnum('What was changed, and how: `event.updated`, `ticket.checked_in` …', ACTIONS);
const ActorKindSchema = Enum(
  'ActorKind',
  'Author of a change. door_link: a phone at a door; operator: the command line; system: the service itself; buyer: on the page of an order.',
  ACTOR_KINDS,
);

export const AuditLogQuery = Type.Object({
  ...PageQuery(20, 100),
  subject_id: Type.Optional(Name(MAX_SUBJECT_LENGTH, 'Changes to this event, tier, ticket …')),
  actor_id: Type.Optional(Uuid('Changes by this user, key or door link.')),
  action: Type.Optional(ActionSchema),
  ...TimeRangeQuery('Changes'),
});

const FieldsJson = Type.Object(
  {},
  { title: 'ChangedFields', about: 'Fields as the API shows them, by name.', additionalProperties: true },
);

export const ActorJson = Model('Actor', 'The member, key, door link or program that made a change.', {
  kind: ActorKindSchema,
  id: nullable(Uuid()),
  name: nullable(Type.String()),
});

const ChangeJson = Model('AuditLogEntry', 'A recorded change and its author.', {
  id: Uuid(),
  at: Instant(),
  actor: ActorJson,
  action: ActionSchema,
  subject_id: Type.String({ description: 'What was changed: an id, or the name of a provider.' }),
  before: nullable(described(FieldsJson, 'Values before; null: created.')),
  after: nullable(described(FieldsJson, 'Values after; null: deleted.')),
});

export const AuditLogJson = Model('AuditLog', 'A page of changes, newest first.', {
  changes: Type.Array(ChangeJson),
  meta: PageMeta,
});

export const changeJson = (change: LoggedChange, actorName: string | null) =>
  shown(ChangeJson, { ...change, actor: { kind: change.actorKind, id: change.actorId, name: actorName } });
