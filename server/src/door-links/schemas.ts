import { Type } from 'typebox';
import { Instant, Name, nullable, optional, Timestamp, Url, Uuid } from '../platform/http/contract/fields.ts';
import { Model } from '../platform/http/contract/models.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import type { DoorLink } from './queries.ts';

export const NewDoorLinkBody = Model('DoorLinkInput', 'A door link to create.', {
  name: Name(undefined, 'Of the door, such as "Gate A": its check-ins are shown with it.'),
  ends_at: Timestamp('When the link stops working, at most 366 days from now.'),
  list_id: optional(Uuid('The link checks in at this check-in list alone. Default: at the gate and every list.')),
});

const DoorLinkJson = Model('DoorLink', 'A link for a phone at the door of one event, without the secret.', {
  id: Uuid(),
  event_id: Uuid(),
  list_id: nullable(Uuid('null: the gate and every list.')),
  name: Type.String(),
  created_at: Instant(),
  ends_at: Instant(),
  last_used_at: nullable(Instant('To the minute.')),
  revoked_at: nullable(Instant('When it was revoked, or its list deleted.')),
});

export const NewDoorLinkJson = Model('CreatedDoorLink', 'A new door link.', {
  ...DoorLinkJson.properties,
  secret: Type.String({ description: 'Sent as `Authorization: Bearer`. Shown only once.' }),
  url: Url('Opens the door on a phone; made for a QR code. Shown only once.'),
});

export const DoorLinkListJson = Model('DoorLinkList', 'Door links of an event, newest first, a page of them.', {
  door_links: Type.Array(DoorLinkJson),
  meta: PageMeta,
});

export const doorLinkJson = (link: DoorLink) => shown(DoorLinkJson, link);

/** The secret is behind the #, which browsers send to no server, and no log has it. */
export const doorUrl = (publicUrl: string, eventId: string, secret: string): string =>
  `${publicUrl}/door#event=${eventId}&key=${secret}`;
