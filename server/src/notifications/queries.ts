import sql from 'sql-template-tag';
import type { Tx } from '../database/database.ts';
import type { Uuid } from '../uuid.ts';

export async function insertNotifications(
  tx: Tx,
  organizationId: Uuid,
  notifications: { id: Uuid; type: string; body: string }[],
  now: Date,
) {
  await tx.query(sql`
    insert into notifications (organization_id, id, type, body, created_at)
    select ${organizationId}, n.id, n.type, n.body, ${now}
      from unnest(${notifications.map((n) => n.id)}::uuid[], ${notifications.map((n) => n.type)}::text[],
                  ${notifications.map((n) => n.body)}::text[]) as n (id, type, body)`);
}
