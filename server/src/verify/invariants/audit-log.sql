-- What must be true of an entry of the audit log.

-- the audit log refers to rows of its own organization
select l.organization_id, l.id as audit_log_id, l.actor_kind, l.actor_id from audit_log l
  left join organizations o on o.organization_id = l.organization_id
  left join api_keys k on k.organization_id = l.organization_id and k.id = l.actor_id
  left join door_links d on d.organization_id = l.organization_id and d.id = l.actor_id
  left join users u on u.id = l.actor_id
 where o.organization_id is null or l.actor_kind = 'key' and k.id is null or l.actor_kind = 'user' and u.id is null
    or l.actor_kind = 'door_link' and d.id is null;
