-- Organizations take turns: of each the mails that are due are found without a walk through those of the others.
drop index mails_due;
create index mails_due on mails (organization_id, priority, next_attempt_at) where status = 'pending';
