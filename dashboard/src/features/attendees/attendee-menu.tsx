import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { nameOf } from '../../api/name-of.ts';
import { postOnce } from '../../api/post-once.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay, useMe } from '../../session/me.ts';
import { useCanBeScanned } from '../check-in/can-be-scanned.ts';
import type { OpenedDialog } from './attendee-dialog.tsx';
import type { Attendee } from './attendees-queries.ts';
import { texts } from './texts.ts';

interface AttendeeMenuProps {
  eventId: string;
  attendee: Attendee;
  onOpen: (dialog: OpenedDialog['dialog']) => void;
}

export function AttendeeMenu({ eventId, attendee, onOpen }: AttendeeMenuProps) {
  const t = useTexts(texts);
  const { role } = useMe();
  const [mayManage, mayAdmit, mayHandOut] = [useMay('manage'), useMay('door'), useMay('hand_out')];
  const mayRead = useMay('read');
  const navigate = useNavigate();
  const params = { path: { id: attendee.ticket_id } };
  const admit = useAction({
    act: () => dataOf(api.POST('/tickets/{id}/check-in', { params })),
    successMessage: t.checkedIn(nameOf(attendee)),
    notifyError: true,
  });
  const undo = useAction({ act: () => dataOf(api.POST('/tickets/{id}/undo-check-in', { params })), notifyError: true });
  const resend = useAction({
    act: () => dataOf(postOnce('/tickets/{id}/resend', { params })),
    successMessage: t.resent,
    notifyError: true,
  });
  const openOrder = useAction({
    act: () => dataOf(api.GET('/tickets/{id}', { params })),
    onDone: ({ order_id: orderId }) => void navigate({ to: '/orders/$orderId', params: { orderId } }),
    notifyError: true,
  });
  const { status } = attendee;
  const ticket = { eventId, status };
  const canBeScanned = useCanBeScanned([ticket])?.(ticket);
  const live = status === 'valid' || status === 'checked_in';
  const reason = useId();
  // Not disabled, which the arrow keys would skip: the reason is read out with it.
  const gated = (may: boolean, act: () => void) =>
    may
      ? { onClick: act }
      : { 'aria-disabled': true, 'aria-describedby': reason, c: 'dimmed', closeMenuOnClick: false };
  const hasAnswers = attendee.answers.length > 0;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" aria-label={t.open(attendee.ticket_number)}>
          …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayRead ? <Menu.Item onClick={() => openOrder.mutate()}>{t.order(attendee.order_number)}</Menu.Item> : null}
        <Menu.Item onClick={() => onOpen('passages')}>{t.passages}</Menu.Item>
        {hasAnswers ? <Menu.Item onClick={() => onOpen('answers')}>{t.answers}</Menu.Item> : null}
        {live ? (
          <>
            {status === 'valid' ? (
              <Menu.Item {...gated(mayAdmit, () => admit.mutate())}>{t.checkIn}</Menu.Item>
            ) : (
              <Menu.Item {...gated(mayAdmit, () => undo.mutate())}>{t.undo}</Menu.Item>
            )}
            {canBeScanned ? <Menu.Item {...gated(mayHandOut, () => resend.mutate())}>{t.resend}</Menu.Item> : null}
            <Menu.Item color="red" {...gated(mayManage, () => onOpen('refund'))}>
              {t.refund}
            </Menu.Item>
            {mayAdmit && mayManage ? null : <Menu.Label id={reason}>{t.notAllowed(role)}</Menu.Label>}
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
