-- What must be true of a notification, whatever it tells of.

-- an active endpoint has a delivery of each notification that it subscribed to, since the endpoint was last changed
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'webhook_deliveries')
select w.organization_id, w.id as webhook_id, n.id as notification_id, n.type from webhooks w
  join notifications n on n.organization_id = w.organization_id and n.type = any(w.events)
   and n.created_at > w.updated_at + interval '1 minute'
  left join webhook_deliveries d on d.organization_id = w.organization_id and d.webhook_id = w.id
   and d.notification_id = n.id
 where w.is_active and d.id is null and n.created_at >= (select since from kept);

-- a delivery that was sent again had failed, and there is one of its notification and endpoint that was not
select d.organization_id, d.notification_id, d.id as delivery_id, d.status from webhook_deliveries d
 where d.sent_again
   and (d.status <> 'failed' or not exists (
     select 1 from webhook_deliveries l
      where l.organization_id = d.organization_id and l.notification_id = d.notification_id
        and l.webhook_id = d.webhook_id and not l.sent_again));

-- a notification has no position above the last one that its organization gave
select n.organization_id, n.id as notification_id, n.position, c.last_position from notifications n
  left join notification_counters c on c.organization_id = n.organization_id
 where n.position is not null and (c.last_position is null or n.position > c.last_position);

-- notifications refer to rows of their own organization
select n.organization_id, n.id as notification_id, n.type, n.body::json -> 'data' ->> 'ticket_id' as ticket_id,
       n.body::json -> 'data' ->> 'event_id' as event_id
  from notifications n
  left join organizations o on o.organization_id = n.organization_id
  left join tickets t on t.organization_id = n.organization_id and t.id::text = n.body::json -> 'data' ->> 'ticket_id'
  left join events e on e.organization_id = n.organization_id and e.id::text = n.body::json -> 'data' ->> 'event_id'
 where o.organization_id is null or n.type like 'ticket.%' and t.id is null or n.type <> 'webhook.test' and n.type not like 'subscription.%'
       and e.id is null;
