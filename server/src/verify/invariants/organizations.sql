-- What must be true of an organization, its members and its settings.

-- an organization that has members has an owner
select organization_id, count(*) as members from memberships
 group by organization_id having count(*) filter (where role = 'owner') = 0;

-- a test organization is that of a live one, and has its rule about second factors
select t.organization_id, t.test_of, t.two_factor_required from organizations t
  join organizations o on o.organization_id = t.test_of
 where o.test_of is not null or o.two_factor_required <> t.two_factor_required;

-- a test organization has neither members, invitations nor payment accounts of its own
select m.organization_id, 'memberships' as in_table, m.user_id::text as id from memberships m
  join organizations o on o.organization_id = m.organization_id
 where o.test_of is not null
union all
select i.organization_id, 'invitations', i.id::text from invitations i
  join organizations o on o.organization_id = i.organization_id
 where o.test_of is not null
union all
select a.organization_id, 'payment_accounts', a.provider from payment_accounts a
  join organizations o on o.organization_id = a.organization_id
 where o.test_of is not null;

-- an uploaded picture that an organization shows has its row, of it or of its live organization
select o.organization_id, o.logo_url from organizations o
  left join pictures p on p.organization_id in (o.organization_id, o.test_of) and p.address = o.logo_url and not p.is_removed
 where o.logo_url like '/files/%' and p.address is null;

-- the slug of an organization is one of those that lead to it
select o.organization_id, o.slug from organizations o
  left join organization_slugs s on s.organization_id = o.organization_id and s.slug = o.slug
 where s.slug is null;

-- members, sessions, devices, invitations and links refer to rows of their own organization
select 'memberships' as in_table, m.organization_id, m.user_id::text as id, 'organization_id, user_id' as one_of
  from memberships m
  left join organizations o on o.organization_id = m.organization_id
  left join users u on u.id = m.user_id
 where o.organization_id is null or u.id is null
union all
select 'sessions', s.organization_id, s.id::text, 'organization_id, member_of, user_id' from sessions s
  left join organizations o on o.organization_id = s.organization_id
   and coalesce(o.test_of, o.organization_id) = s.member_of
  left join memberships m on m.organization_id = s.member_of and m.user_id = s.user_id
 where o.organization_id is null or m.user_id is null
union all
select 'devices', null, d.user_id::text, 'user_id' from devices d
  left join users u on u.id = d.user_id
 where u.id is null
union all
select 'invitations', i.organization_id, i.id::text, 'organization_id' from invitations i
  left join organizations o on o.organization_id = i.organization_id
 where o.organization_id is null
union all
select 'one_time_links', l.organization_id, coalesce(l.user_id, l.invitation_id)::text, 'user_id, invitation_id'
  from one_time_links l
  left join users u on u.id = l.user_id
  left join invitations i on i.organization_id = l.organization_id and i.id = l.invitation_id
 where l.user_id is not null and u.id is null or l.invitation_id is not null and i.id is null
union all
select 'recovery_codes', null, r.user_id::text, 'user_id' from recovery_codes r
  left join users u on u.id = r.user_id
 where u.id is null
union all
select 'passkeys', null, p.id::text, 'user_id' from passkeys p
  left join users u on u.id = p.user_id
 where u.id is null
union all
select 'passkey_challenges', null, c.user_id::text, 'user_id' from passkey_challenges c
  left join users u on u.id = c.user_id
 where c.user_id is not null and u.id is null;

-- keys, endpoints, payment accounts and subscription tiers refer to rows of their own organization
select 'api_keys' as in_table, k.organization_id, k.id::text as id, 'organization_id' as one_of from api_keys k
  left join organizations o on o.organization_id = k.organization_id
 where o.organization_id is null
union all
select 'organization_slugs', s.organization_id, s.slug, 'organization_id' from organization_slugs s
  left join organizations o on o.organization_id = s.organization_id
 where o.organization_id is null
union all
select 'shop_forms', f.organization_id, encode(f.token_hash, 'hex'), 'organization_id, checkout_id' from shop_forms f
  left join organizations o on o.organization_id = f.organization_id
  left join checkouts c on c.organization_id = f.organization_id and c.id = f.checkout_id
 where o.organization_id is null or f.checkout_id is not null and c.id is null
union all
select 'idempotency_keys', i.organization_id, i.path, 'caller_id' from idempotency_keys i
  left join api_keys k on k.organization_id = i.organization_id and k.id = i.caller_id
  left join door_links d on d.organization_id = i.organization_id and d.id = i.caller_id
  left join users u on u.id = i.caller_id
 where k.id is null and d.id is null and u.id is null
union all
select 'ticket_keys', k.organization_id, k.organization_id::text, 'organization_id' from ticket_keys k
  left join organizations o on o.organization_id = k.organization_id
 where o.organization_id is null
union all
select 'webhooks', w.organization_id, w.id::text, 'organization_id' from webhooks w
  left join organizations o on o.organization_id = w.organization_id
 where o.organization_id is null
union all
select 'payment_accounts', a.organization_id, a.provider, 'organization_id' from payment_accounts a
  left join organizations o on o.organization_id = a.organization_id
 where o.organization_id is null
union all
select 'subscription_tiers', t.organization_id, t.id::text, 'organization_id' from subscription_tiers t
  left join organizations o on o.organization_id = t.organization_id
 where o.organization_id is null;
