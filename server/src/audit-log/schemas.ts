import { type Static, Type } from 'typebox';
import { Instant, Name, nullable, OneOf, Uuid } from '../platform/http/contract/fields.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { ACTOR_KINDS } from './actor.ts';
import { ACTIONS } from './change.ts';
import type { LoggedChange } from './queries.ts';

/** An id, or the name of a provider. */
const MAX_SUBJECT_LENGTH = 64;

const Bound = (description: string) => Type.Optional(Type.String({ format: 'date-or-timestamp', description }));

export const AuditLogQuery = Type.Object({
  ...PageQuery(50, 100),
  subject_id: Type.Optional(Name(MAX_SUBJECT_LENGTH, 'Only what happened to this event, tier, ticket, webhook …')),
  actor_id: Type.Optional(Uuid('Only what this user or API key did.')),
  action: Type.Optional(OneOf(ACTIONS)),
  from: Bound('From then on; a date is its first instant in the time zone of the organization.'),
  to: Bound('Until then; a date is its last instant in the time zone of the organization.'),
});

const Fields = nullable(Type.Object({}, { additionalProperties: true }));

const ChangeJson = Type.Object({
  id: Uuid(),
  at: Instant(),
  actor: Type.Object({
    kind: OneOf(ACTOR_KINDS, 'operator: at the command line; system: the service by itself'),
    id: nullable(Uuid()),
    name: nullable(Type.String()),
  }),
  action: OneOf(ACTIONS),
  subject_id: Type.String(),
  before: Fields,
  after: Fields,
});

export const AuditLogJson = Type.Object({ changes: Type.Array(ChangeJson), meta: PageMeta });

export const changeJson = (change: LoggedChange, actorName: string | null): Static<typeof ChangeJson> => ({
  id: change.id,
  at: change.at.toISOString(),
  actor: { kind: change.actorKind, id: change.actorId, name: actorName },
  action: change.action,
  subject_id: change.subjectId,
  before: change.before,
  after: change.after,
});
