import { type Static, Type } from 'typebox';
import {
  Email,
  GivenUrl,
  HttpsUrl,
  Instant,
  MAX_PHONE_LENGTH,
  Name,
  nullable,
  optional,
  SiteOrigin,
  Slug,
  Text,
  Url,
  Uuid,
} from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { sent, shown } from '../platform/http/contract/wire.ts';
import { inOrganizersOrder, PAYMENT_METHODS } from '../values/payment-method.ts';
import { pictureAddress, pictureUrlOrNull } from '../values/picture.ts';
import { shopPath } from '../values/slug.ts';
import {
  DEFAULT_TIME_ZONE,
  modeOf,
  ORGANIZATION_MODES,
  type Organization,
  type OrganizationFields,
} from './organization.ts';

/** A page that a buyer reads before paying: longer rules belong behind `terms_url`. */
const MAX_REFUND_POLICY_LENGTH = 2_000;

/** Every page of the shop names them in a header. An organizer has a website or two, and one to try things on. */
const MAX_EMBED_SITES = 10;

const Color = () =>
  Type.String({
    format: 'color',
    description: 'Colour of buttons. Text stays readable on it.',
    examples: ['#0B57A4'],
  });

const EmbedSites = () =>
  Type.Array(SiteOrigin(), {
    maxItems: MAX_EMBED_SITES,
    description: 'Websites that may show your shop in a frame. Browsers refuse all others.',
  });
export const PaymentMethodSchema = Enum('PaymentMethod', 'A payment method.', PAYMENT_METHODS);
const PaymentMethodOrder = (description: string) =>
  Type.Array(PaymentMethodSchema, { maxItems: PAYMENT_METHODS.length, description });
const ContactEmail = () => described(Email(), 'Shown to buyers. Replies to their e-mails go there.');
const TimeZone = () =>
  Type.String({ format: 'time-zone', description: 'An IANA time zone.', examples: ['Asia/Manila'] });

export const OrganizationChanges = Model('OrganizationChanges', 'The fields to change; others stay as they are.', {
  name: Type.Optional(Name(undefined, 'Shown to buyers on pages, tickets and as the sender of mails.')),
  time_zone: optional(TimeZone()),
  color: optional(Color()),
  logo_url: optional(HttpsUrl('Pages and e-mails load it from there. `POST /organization/logo` uploads one instead.')),
  slug: Type.Optional(Slug('The address of the shop. Earlier ones keep leading to it.')),
  contact_email: optional(ContactEmail()),
  contact_phone: optional(Text(MAX_PHONE_LENGTH, 'Shown to buyers.')),
  refund_policy: optional(Text(MAX_REFUND_POLICY_LENGTH, 'Plain text, shown to buyers before they pay.')),
  terms_url: optional(HttpsUrl('Your terms: a link on pages and in e-mails.')),
  embed_sites: optional(EmbedSites()),
  payment_method_order: optional(
    PaymentMethodOrder('The ways to pay that buyers see first. The others follow in the default order.'),
  ),
});

export const Mode = Enum(
  'OrganizationMode',
  'live: real sales. test: no money moves, and the tickets admit nobody. It never changes.',
  ORGANIZATION_MODES,
);

export const OrganizationJson = Model('Organization', 'An organization as buyers see it.', {
  id: Uuid(),
  name: Type.String(),
  time_zone: TimeZone(),
  color: nullable(Color()),
  logo_url: nullable(GivenUrl('As sent, or where an uploaded logo is served as PNG.')),
  slug: Slug('In the address of the shop.'),
  public_url: Url('The shop: every event on sale. No program is needed.'),
  contact_email: nullable(ContactEmail()),
  contact_phone: nullable(Type.String()),
  refund_policy: nullable(Type.String()),
  terms_url: nullable(GivenUrl()),
  embed_sites: EmbedSites(),
  payment_method_order: PaymentMethodOrder('The order of the ways to pay. Buyers see those that your provider offers.'),
  mode: Mode,
  test_of: nullable(Uuid('The live organization, in test mode; null: this one is live.')),
  two_factor_required: Type.Boolean({ description: 'Whether every member needs a second factor.' }),
  created_at: Instant(),
});

export function organizationFieldsFrom(
  body: Static<typeof OrganizationChanges>,
  publicUrl: string,
): Partial<OrganizationFields> {
  const fields = sent(OrganizationChanges, body);
  return {
    ...fields,
    timeZone: fields.timeZone === null ? DEFAULT_TIME_ZONE : fields.timeZone,
    logoUrl: pictureAddress(fields.logoUrl, 'logo', publicUrl),
    contactPhone: filledOrNull(fields.contactPhone),
    refundPolicy: filledOrNull(fields.refundPolicy),
    embedSites: eachOnce(fields.embedSites),
    paymentMethodOrder: eachOnce(fields.paymentMethodOrder),
  };
}

/** Null is an empty list. */
const eachOnce = <Value>(list: Value[] | null | undefined) =>
  list === undefined ? undefined : [...new Set(list ?? [])];

/** Blank text clears a field. */
const filledOrNull = (text: string | null | undefined) => (text === undefined ? undefined : text?.trim() || null);

export const organizationJson = (organization: Organization, publicUrl: string) =>
  shown(OrganizationJson, {
    ...organization,
    logoUrl: pictureUrlOrNull(organization.logoUrl, publicUrl),
    publicUrl: publicUrl + shopPath(organization.slug),
    paymentMethodOrder: inOrganizersOrder(organization.paymentMethodOrder),
    mode: modeOf(organization),
  });
