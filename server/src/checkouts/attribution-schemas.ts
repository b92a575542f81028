import { type Static, Type } from 'typebox';
import { Label, nullable, optional } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { type Attribution, CHANNELS } from './checkout.ts';

/** Longer than any name of a campaign, and short enough for a table. */
export const MAX_ATTRIBUTION_LENGTH = 100;

export const ChannelSchema = Enum(
  'Channel',
  'Where an order was made: a program’s request, the shop, or the box office.',
  CHANNELS,
);

export const AttributionInput = Model('AttributionInput', 'The link that brought the buyer. No personal data.', {
  source: optional(Label(MAX_ATTRIBUTION_LENGTH, 'Where the link was, such as `facebook`: `utm_source`.')),
  medium: optional(Label(MAX_ATTRIBUTION_LENGTH, 'Its kind, such as `social`: `utm_medium`.')),
  campaign: optional(Label(MAX_ATTRIBUTION_LENGTH, 'What it was made for: `utm_campaign`.')),
  ref: optional(Label(MAX_ATTRIBUTION_LENGTH, 'Referral code of who passed it on.')),
});

export const AttributionJson = Model('Attribution', 'The link that brought the buyer, as far as it is known.', {
  source: nullable(Type.String()),
  medium: nullable(Type.String()),
  campaign: nullable(Type.String()),
  ref: nullable(Type.String({ description: 'Referral code.' })),
});

export const attributionJson = ({ source, medium, campaign, ref }: Attribution): Static<typeof AttributionJson> => ({
  source,
  medium,
  campaign,
  ref,
});
