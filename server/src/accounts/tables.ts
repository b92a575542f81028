// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
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
  /** when the password was replaced last; null: it is the first one */
  passwordSetAt: Date | null;
  /** sealed with SECRETS_KEY */
  totpSecret: Buffer | null;
  /** false: the secret was shown and no code of it has come back yet */
  totpEnabled: boolean;
  /** step of the last accepted code: no code is good twice */
  totpLastStep: number | null;
  createdAt: Date;
}

/** The values of an insert. */
export type NewUserRow = Optional<UserRow, 'language' | 'passwordSetAt' | 'totpSecret' | 'totpEnabled' | 'totpLastStep'>;

export const usersTable = table<UserRow, NewUserRow>(
  'users',
  `id uuid, email text, name text, language text default, password_hash text, password_set_at timestamptz, totp_secret bytea, totp_enabled boolean default, totp_last_step bigint, created_at timestamptz`,
);

/** A row of `recovery_codes`. */
export interface RecoveryCodeRow {
  userId: Uuid;
  /** SHA-256: the code itself was shown once */
  codeHash: Buffer;
}

/** The values of an insert. */
export type NewRecoveryCodeRow = RecoveryCodeRow;

export const recoveryCodesTable = table<RecoveryCodeRow, NewRecoveryCodeRow>(
  'recovery_codes',
  `user_id uuid, code_hash bytea`,
);

/** A row of `passkeys`. */
export interface PasskeyRow {
  userId: Uuid;
  id: Uuid;
  name: string;
  credentialId: Buffer;
  /** COSE key; the private key never leaves the device */
  publicKey: Buffer;
  /** counter of the device: one that does not go forward belongs to a copy. 0: it has none */
  signCount: number;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The values of an insert. */
export type NewPasskeyRow = Optional<PasskeyRow, 'lastUsedAt'>;

export const passkeysTable = table<PasskeyRow, NewPasskeyRow>(
  'passkeys',
  `user_id uuid, id uuid, name text, credential_id bytea, public_key bytea, sign_count bigint, created_at timestamptz, last_used_at timestamptz`,
);

/** A row of `passkey_challenges`. */
export interface PasskeyChallengeRow {
  challengeHash: Buffer;
  /** who registers a passkey; null: a log-in */
  userId: Uuid | null;
  expiresAt: Date;
}

/** The values of an insert. */
export type NewPasskeyChallengeRow = Optional<PasskeyChallengeRow, 'userId'>;

export const passkeyChallengesTable = table<PasskeyChallengeRow, NewPasskeyChallengeRow>(
  'passkey_challenges',
  `challenge_hash bytea, user_id uuid, expires_at timestamptz`,
);

/** A row of `memberships`. */
export interface MembershipRow {
  organizationId: Uuid;
  userId: Uuid;
  role: 'owner' | 'manager' | 'cashier' | 'door' | 'viewer';
  createdAt: Date;
  /** an owner ended the member's sessions: older ones cannot switch to this organization */
  loggedOutAt: Date | null;
}

/** The values of an insert. */
export type NewMembershipRow = Optional<MembershipRow, 'loggedOutAt'>;

export const membershipsTable = table<MembershipRow, NewMembershipRow>(
  'memberships',
  `organization_id uuid, user_id uuid, role text, created_at timestamptz, logged_out_at timestamptz`,
);

/** A row of `sessions`. */
export interface SessionRow {
  organizationId: Uuid;
  id: Uuid;
  /** the organization whose membership gives the role */
  memberOf: Uuid;
  userId: Uuid;
  /** SHA-256 of the value of the cookie */
  tokenHash: Buffer;
  createdAt: Date;
  /** to the minute */
  lastSeenAt: Date;
  /** when the person last gave their password, a code or a passkey */
  provenAt: Date;
  expiresAt: Date;
  /** IP address of the log-in: the person recognizes their sessions by it */
  address: string;
  /** beginning of the header of the log-in; empty: there was none */
  userAgent: string;
}

/** The values of an insert. */
export type NewSessionRow = SessionRow;

export const sessionsTable = table<SessionRow, NewSessionRow>(
  'sessions',
  `organization_id uuid, id uuid, member_of uuid, user_id uuid, token_hash bytea, created_at timestamptz, last_seen_at timestamptz, proven_at timestamptz, expires_at timestamptz, address text, user_agent text`,
);

/** A row of `devices`. */
export interface DeviceRow {
  userId: Uuid;
  /** SHA-256 of the value of the cookie */
  tokenHash: Buffer;
  knownUntil: Date;
}

/** The values of an insert. */
export type NewDeviceRow = DeviceRow;

export const devicesTable = table<DeviceRow, NewDeviceRow>(
  'devices',
  `user_id uuid, token_hash bytea, known_until timestamptz`,
);

/** A row of `invitations`. */
export interface InvitationRow {
  organizationId: Uuid;
  id: Uuid;
  email: string;
  role: 'owner' | 'manager' | 'cashier' | 'door' | 'viewer';
  createdAt: Date;
  expiresAt: Date;
}

/** The values of an insert. */
export type NewInvitationRow = InvitationRow;

export const invitationsTable = table<InvitationRow, NewInvitationRow>(
  'invitations',
  `organization_id uuid, id uuid, email text, role text, created_at timestamptz, expires_at timestamptz`,
);

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

/** The values of an insert. */
export type NewOneTimeLinkRow = Optional<OneTimeLinkRow, 'userId' | 'organizationId' | 'invitationId'>;

export const oneTimeLinksTable = table<OneTimeLinkRow, NewOneTimeLinkRow>(
  'one_time_links',
  `token_hash bytea, purpose text, user_id uuid, organization_id uuid, invitation_id uuid, expires_at timestamptz`,
);

/** A row of `throttles`. */
export interface ThrottleRow {
  subject: Buffer;
  /** when all tries are available again; each try moves it later */
  fullAt: Date;
  /** this address has logged in to this account before */
  knownUntil: Date | null;
}

/** The values of an insert. */
export type NewThrottleRow = Optional<ThrottleRow, 'knownUntil'>;

export const throttlesTable = table<ThrottleRow, NewThrottleRow>(
  'throttles',
  `subject bytea, full_at timestamptz, known_until timestamptz`,
);
