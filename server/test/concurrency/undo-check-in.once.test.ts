import { expect, test } from 'vitest';
import { undoCheckIn } from '../../src/tickets/undo-check-in.ts';
import { heldAt } from '../databases/held-at.ts';
import { openBoxOffice } from '../fixtures/box-office.ts';

/** On PostgreSQL only: the embedded database has one session. */
test('the audit log names the check-in that is undone, even if a new one happens meanwhile', async () => {
  const office = await openBoxOffice();
  const { ticketId } = await office.buy(await office.event());
  const { held, reached, goOn } = heldAt(office.db, 'undone_check_ins_at =');
  const { organizationId } = office;
  const undone = undoCheckIn(held, {
    organizationId,
    actor: { kind: 'system' },
    ticketId,
    nonce: null,
    onlyEventId: null,
    now: office.now(),
  });
  await reached;
  const { data: used } = await office.call('POST', `/tickets/${ticketId}/check-in`);
  goOn();
  expect(await undone).toMatchObject({ status: 'valid', checkedInAt: null });
  const { data } = await office.call<{ changes: object[] }>('GET', '/audit-log?action=ticket.check_in_undone');
  expect(data.changes).toMatchObject([{ before: { status: 'used', checked_in_at: used.checked_in_at } }]);
  await office.expectConsistency();
  await office.close();
});
