import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { Type } from 'typebox';
import { Instant, Name, nullable, Text, Uuid } from '../../platform/http/contract/fields.ts';
import { Model } from '../../platform/http/contract/models.ts';
import { shown } from '../../platform/http/contract/wire.ts';
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

const ALL = { additionalProperties: true };

/** Options for `navigator.credentials.create`: WebAuthn's own fields, passed on as the library writes them. */
export const CreationOptions = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(
  Type.Object(
    {
      rp: Type.Object({ name: Type.String() }, ALL),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }, ALL),
      challenge: Type.String(),
      pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() }, ALL)),
    },
    ALL,
  ),
);

/** Options for `navigator.credentials.get`. */
export const RequestOptions = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(
  Type.Object({ challenge: Type.String() }, ALL),
);

export const PasskeyJson = Model('Passkey', 'A passkey of the user.', {
  id: Uuid(),
  name: Type.String(),
  created_at: Instant(),
  last_used_at: nullable(Instant()),
});

export const passkeyJson = (passkey: Passkey) => shown(PasskeyJson, passkey);
