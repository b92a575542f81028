import { type Static, Type } from 'typebox';
import { HttpsUrl, Instant, Name, nullable, optional, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { modeOf, ORGANIZATION_MODES, type Organization, type OrganizationFields } from './organization.ts';

const Color = () =>
  Type.String({
    format: 'color',
    description: 'Colour of buttons. Text stays readable on it.',
    examples: ['#0B57A4'],
  });
const LogoUrl = () => HttpsUrl('Pages and e-mails load it from there.');
const TimeZone = () =>
  Type.String({ format: 'time-zone', description: 'An IANA time zone.', examples: ['Asia/Manila'] });

export const OrganizationChanges = Model('OrganizationChanges', 'The fields to change; others stay as they are.', {
  name: Type.Optional(Name(undefined, 'Shown to buyers on pages, tickets and as the sender of mails.')),
  time_zone: Type.Optional(TimeZone()),
  color: optional(Color()),
  logo_url: optional(LogoUrl()),
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
  logo_url: nullable(LogoUrl()),
  mode: Mode,
  test_of: nullable(Uuid('The live organization, in test mode; null: this one is live.')),
  two_factor_required: Type.Boolean({ description: 'Whether every member needs a second factor.' }),
  created_at: Instant(),
});

export const organizationFieldsFrom = (body: Static<typeof OrganizationChanges>): OrganizationFields => ({
  name: body.name,
  timeZone: body.time_zone,
  color: body.color,
  logoUrl: body.logo_url,
});

export const organizationJson = (organization: Organization): Static<typeof OrganizationJson> => ({
  id: organization.id,
  name: organization.name,
  time_zone: organization.timeZone,
  color: organization.color,
  logo_url: organization.logoUrl,
  mode: modeOf(organization),
  test_of: organization.testOf,
  two_factor_required: organization.twoFactorRequired,
  created_at: organization.createdAt.toISOString(),
});
