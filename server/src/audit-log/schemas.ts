import { type Static, Type } from 'typebox';
import { DateOrTimestamp, Instant, Name, nullable, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model, OpenEnum } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { ACTOR_KINDS } from './actor.ts';
import { ACTIONS } from './change.ts';
import type { LoggedChange } from './queries.ts';

/** An id, or the name of a provider. */
const MAX_SUBJECT_LENGTH = 64;

const ActionSchema = OpenEnum('What was changed, and how: `event.updated`, `ticket.checked_in` …', ACTIONS);
const ActorKindSchema = Enum(
  'ActorKind',
  'What made a change. operator: the command line; system: the service itself.',
  ACTOR_KINDS,
);

export const AuditLogQuery = Type.Object({
  ...PageQuery(50, 100),
  subject_id: Type.Optional(Name(MAX_SUBJECT_LENGTH, 'Only what happened to this event, tier, ticket, webhook …')),
  actor_id: Type.Optional(Uuid('Only what this user or API key did.')),
  action: Type.Optional(ActionSchema),
  from: Type.Optional(
    DateOrTimestamp('From then on; a date is its first instant in the time zone of the organization.'),
  ),
  to: Type.Optional(DateOrTimestamp('Until then; a date is its last instant in the time zone of the organization.')),
});

const FieldsJson = Type.Object(
  {},
  { title: 'ChangedFields', about: 'Fields as the API shows them, by name.', additionalProperties: true },
);

const ActorJson = Model('Actor', 'The member, key or program that made a change.', {
  kind: ActorKindSchema,
  id: nullable(Uuid()),
  name: nullable(Type.String()),
});

const ChangeJson = Model('AuditLogEntry', 'A change that an organizer, their program or the operator made.', {
  id: Uuid(),
  at: Instant(),
  actor: ActorJson,
  action: ActionSchema,
  subject_id: Type.String({ description: 'What was changed: an id, or the name of a provider.' }),
  before: nullable(described(FieldsJson, 'As they were; null: it was made.')),
  after: nullable(described(FieldsJson, 'As they are; null: it is gone.')),
});

export const AuditLogJson = Model('AuditLog', 'Changes, newest first, a page of them.', {
  changes: Type.Array(ChangeJson),
  meta: PageMeta,
});

export const changeJson = (change: LoggedChange, actorName: string | null): Static<typeof ChangeJson> => ({
  id: change.id,
  at: change.at.toISOString(),
  actor: { kind: change.actorKind, id: change.actorId, name: actorName },
  action: change.action,
  subject_id: change.subjectId,
  before: change.before,
  after: change.after,
});
