-- The nth ticket of an order has the nth seat of its checkout: said by the ticket, once, when it is issued. Claims named their
-- tickets instead, so selling a seat wrote its claim again, with all its index entries, while the event was locked.
alter table tickets add column position integer;
update tickets t set position = numbered.position
  from (select t.organization_id, t.id,
               coalesce(c.position, row_number() over (partition by t.organization_id, t.order_id order by t.ticket_number) - 1)
                 as position
          from tickets t left join seat_claims c on c.organization_id = t.organization_id and c.ticket_id = t.id) numbered
 where t.organization_id = numbered.organization_id and t.id = numbered.id;
alter table tickets alter column position set not null;
comment on column tickets.position is 'within the order, from 0; of its checkout’s claims the one with this position is the ticket’s seat';
create unique index tickets_one_position on tickets (organization_id, order_id, position);
drop index tickets_of_order;

alter table seat_claims drop column ticket_id;
-- Written twice only when it ends, and then two indexes follow anyway.
alter table seat_claims reset (fillfactor);
