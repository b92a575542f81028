-- What must be true of a fan’s subscription.

-- subscriptions refer to rows of their own organization
select s.organization_id, s.id as subscription_id, s.tier_id from subscriptions s
  left join subscription_tiers t on t.organization_id = s.organization_id and t.id = s.tier_id
 where t.id is null;
