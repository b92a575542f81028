import { Button, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, dataOf } from '../../api/client.ts';
import { nameOf } from '../../api/name-of.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { AnswersDialog } from '../questions/answers-dialog.tsx';
import type { Attendee } from './attendees-queries.ts';
import { PassagesDialog } from './passages-dialog.tsx';
import { texts } from './texts.ts';

export function AttendeeMenu({ attendee }: { attendee: Attendee }) {
  const t = useTexts(texts);
  const [mayManage, mayAdmit] = [useMay('manage'), useMay('door')];
  const [refunding, { open, close }] = useDisclosure();
  const [reading, answers] = useDisclosure();
  const [following, passages] = useDisclosure();
  const params = { path: { id: attendee.ticket_id } };
  const admit = useAction({
    act: () => dataOf(api.POST('/tickets/{id}/check-in', { params })),
    successMessage: t.checkedIn(nameOf(attendee)),
    notifyError: true,
  });
  const undo = useAction({ act: () => dataOf(api.POST('/tickets/{id}/undo-check-in', { params })), notifyError: true });
  const resend = useAction({
    act: () => dataOf(api.POST('/tickets/{id}/resend', { params })),
    successMessage: t.resent,
    notifyError: true,
  });
  const refund = useAction({
    act: () => dataOf(api.POST('/tickets/{id}/refund', { params })),
    successMessage: t.refunded,
    onDone: close,
  });
  const { status } = attendee;
  const live = status === 'valid' || status === 'checked_in';
  const hasAnswers = attendee.answers.length > 0;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" aria-label={t.open(attendee.ticket_number)}>
            …
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={passages.open}>{t.passages}</Menu.Item>
          {hasAnswers ? <Menu.Item onClick={answers.open}>{t.answers}</Menu.Item> : null}
          {live ? (
            <>
              {status === 'valid' ? (
                <Menu.Item disabled={!mayAdmit} onClick={() => admit.mutate()}>
                  {t.checkIn}
                </Menu.Item>
              ) : (
                <Menu.Item disabled={!mayAdmit} onClick={() => undo.mutate()}>
                  {t.undo}
                </Menu.Item>
              )}
              <Menu.Item disabled={!mayManage} onClick={() => resend.mutate()}>
                {t.resend}
              </Menu.Item>
              <Menu.Item disabled={!mayManage} color="red" onClick={open}>
                {t.refund}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {following ? (
        <PassagesDialog ticketId={attendee.ticket_id} ticketNumber={attendee.ticket_number} onClose={passages.close} />
      ) : null}
      <AnswersDialog
        ticketNumber={attendee.ticket_number}
        answers={attendee.answers}
        opened={reading}
        onClose={answers.close}
      />
      <DialogForm
        title={t.refund}
        opened={refunding}
        onClose={close}
        action={refund}
        submit={t.refund}
        danger
        onSubmit={(event) => {
          event.preventDefault();
          refund.mutate();
        }}
      >
        <Text>{t.refundQuestion(nameOf(attendee))}</Text>
      </DialogForm>
    </>
  );
}
