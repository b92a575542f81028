-- What must be true of a delivery of a notification to an endpoint.

-- a delivery was answered, or was given up, or has the time of its next try
with answered as (
  select distinct organization_id, delivery_id from webhook_attempts where response_status between 200 and 299)
select d.organization_id, d.id as delivery_id, d.status, d.next_attempt_at from webhook_deliveries d
  left join answered a on a.organization_id = d.organization_id and a.delivery_id = d.id
 where case d.status when 'succeeded' then a.delivery_id is null or d.next_attempt_at is not null
                     when 'failed' then d.next_attempt_at is not null
                     when 'pending' then d.next_attempt_at is null
                     else true end;

-- deliveries and their tries refer to rows of their own organization
select 'webhook_deliveries' as in_table, d.organization_id, d.id::text as id, 'webhook_id, notification_id' as one_of
  from webhook_deliveries d
  left join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
  left join notifications n on n.organization_id = d.organization_id and n.id = d.notification_id
 where w.id is null or n.id is null
union all
select 'webhook_attempts', a.organization_id, a.delivery_id::text, 'delivery_id' from webhook_attempts a
  left join webhook_deliveries d on d.organization_id = a.organization_id and d.id = a.delivery_id
 where d.id is null;
