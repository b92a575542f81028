import { type Static, Type } from 'typebox';
import { Instant, Name, nullable, Text, Uuid } from '../../platform/http/contract/fields.ts';
import type { Passkey } from './passkey.ts';

/** What people call their devices is short. */
const MAX_NAME_LENGTH = 60;
/** WebAuthn's longest credential id has 1023 bytes. */
const MAX_ID_LENGTH = 1_364;
/** The largest part is an attestation with an RSA key: 1 KB without certificates, which we do not ask for. */
const MAX_PART_LENGTH = 8_192;

const Id = Text(MAX_ID_LENGTH);
const Part = Text(MAX_PART_LENGTH);

export const PasskeyName = Name(MAX_NAME_LENGTH);

/** The answer of `navigator.credentials.create`, as JSON with base64url. */
export const RegistrationBody = Type.Object({
  id: Id,
  rawId: Id,
  type: Type.Literal('public-key'),
  response: Type.Object({ clientDataJSON: Part, attestationObject: Part }),
});

/** The answer of `navigator.credentials.get`, as JSON with base64url. */
export const AssertionBody = Type.Object({
  id: Id,
  rawId: Id,
  type: Type.Literal('public-key'),
  response: Type.Object({ clientDataJSON: Part, authenticatorData: Part, signature: Part, userHandle: Part }),
});

/** WebAuthn's own names of fields, passed to the browser as the library writes them. */
export const BrowserOptions = Type.Object({}, { additionalProperties: true });

export const PasskeyJson = Type.Object({
  id: Uuid(),
  name: Type.String(),
  created_at: Instant(),
  last_used_at: nullable(Instant()),
});

export const passkeyJson = ({ id, name, createdAt, lastUsedAt }: Passkey): Static<typeof PasskeyJson> => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
