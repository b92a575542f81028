// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `users`. */
export interface UserRow {
  id: Uuid;
  /** as log-ins compare it: trimmed, in lower case */
  email: string;
  name: string;
  language: 'en' | 'fil';
  /** argon2id with its settings and its salt, as PHC string */
  passwordHash: string;
  totpSecret: Buffer | null;
  /** whether SECRETS_KEY seals the secret; without that key it is stored as it is */
  totpSealed: boolean;
  /** false: the secret was shown and no code of it has come back yet */
  totpEnabled: boolean;
  /** step of the last accepted code: no code is good twice */
  totpLastStep: number | null;
  createdAt: Date;
}

/** What an insert gives. */
export type NewUserRow = Optional<UserRow, 'language' | 'totpSecret' | 'totpSealed' | 'totpEnabled' | 'totpLastStep'>;

export const usersTable: Table<UserRow, NewUserRow> = {
  name: 'users',
  columns: {
    id: { name: 'id', type: 'uuid' },
    email: { name: 'email', type: 'text' },
    name: { name: 'name', type: 'text' },
    language: { name: 'language', type: 'text', fallsBack: true },
    passwordHash: { name: 'password_hash', type: 'text' },
    totpSecret: { name: 'totp_secret', type: 'bytea' },
    totpSealed: { name: 'totp_sealed', type: 'boolean', fallsBack: true },
    totpEnabled: { name: 'totp_enabled', type: 'boolean', fallsBack: true },
    totpLastStep: { name: 'totp_last_step', type: 'bigint' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};

/** A row of `memberships`. */
export interface MembershipRow {
  organizationId: Uuid;
  userId: Uuid;
  role: 'owner' | 'manager' | 'door' | 'viewer';
  createdAt: Date;
}

/** What an insert gives. */
export type NewMembershipRow = MembershipRow;

export const membershipsTable: Table<MembershipRow, NewMembershipRow> = {
  name: 'memberships',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    userId: { name: 'user_id', type: 'uuid' },
    role: { name: 'role', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};

/** A row of `sessions`. */
export interface SessionRow {
  organizationId: Uuid;
  id: Uuid;
  userId: Uuid;
  /** SHA-256 of the value of the cookie */
  tokenHash: Buffer;
  createdAt: Date;
  /** to the minute */
  lastSeenAt: Date;
  expiresAt: Date;
}

/** What an insert gives. */
export type NewSessionRow = SessionRow;

export const sessionsTable: Table<SessionRow, NewSessionRow> = {
  name: 'sessions',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    userId: { name: 'user_id', type: 'uuid' },
    tokenHash: { name: 'token_hash', type: 'bytea' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    lastSeenAt: { name: 'last_seen_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
  },
};

/** A row of `invitations`. */
export interface InvitationRow {
  organizationId: Uuid;
  id: Uuid;
  email: string;
  role: 'owner' | 'manager' | 'door' | 'viewer';
  createdAt: Date;
  expiresAt: Date;
}

/** What an insert gives. */
export type NewInvitationRow = InvitationRow;

export const invitationsTable: Table<InvitationRow, NewInvitationRow> = {
  name: 'invitations',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    email: { name: 'email', type: 'text' },
    role: { name: 'role', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
  },
};

/** A row of `one_time_links`. */
export interface OneTimeLinkRow {
  /** SHA-256: the token itself is in the mail, or was printed, and nowhere else */
  tokenHash: Buffer;
  purpose: string;
  userId: Uuid | null;
  organizationId: Uuid | null;
  invitationId: Uuid | null;
  expiresAt: Date;
}

/** What an insert gives. */
export type NewOneTimeLinkRow = Optional<OneTimeLinkRow, 'userId' | 'organizationId' | 'invitationId'>;

export const oneTimeLinksTable: Table<OneTimeLinkRow, NewOneTimeLinkRow> = {
  name: 'one_time_links',
  columns: {
    tokenHash: { name: 'token_hash', type: 'bytea' },
    purpose: { name: 'purpose', type: 'text' },
    userId: { name: 'user_id', type: 'uuid' },
    organizationId: { name: 'organization_id', type: 'uuid' },
    invitationId: { name: 'invitation_id', type: 'uuid' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
  },
};

/** A row of `throttles`. */
export interface ThrottleRow {
  subject: Buffer;
  /** when all tries are available again: each try moves it on, time goes towards it */
  fullAt: Date;
  /** this address has logged in to this account before */
  knownUntil: Date | null;
}

/** What an insert gives. */
export type NewThrottleRow = Optional<ThrottleRow, 'knownUntil'>;

export const throttlesTable: Table<ThrottleRow, NewThrottleRow> = {
  name: 'throttles',
  columns: {
    subject: { name: 'subject', type: 'bytea' },
    fullAt: { name: 'full_at', type: 'timestamptz' },
    knownUntil: { name: 'known_until', type: 'timestamptz' },
  },
};
