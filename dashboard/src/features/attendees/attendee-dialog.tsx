import { dataOf } from '../../api/client.ts';
import { nameOf } from '../../api/name-of.ts';
import { postOnce } from '../../api/post-once.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { AnswersDialog } from '../questions/answers-dialog.tsx';
import type { Attendee } from './attendees-queries.ts';
import { PassagesDialog } from './passages-dialog.tsx';
import { texts } from './texts.ts';

/** A dialog of the list, and the attendee that it was opened for. */
export interface OpenedDialog {
  dialog: 'passages' | 'answers' | 'refund';
  attendee: Attendee;
}

/** Beside the list: its rows show other attendees while it is scrolled or loaded again. */
export function AttendeeDialog({ dialog, attendee, onClose }: OpenedDialog & { onClose: () => void }) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  const { ticket_id: ticketId, ticket_number: ticketNumber, answers, amount } = attendee;
  if (dialog === 'passages')
    return <PassagesDialog ticketId={ticketId} ticketNumber={ticketNumber} onClose={onClose} />;
  if (dialog === 'answers') return <AnswersDialog ticketNumber={ticketNumber} answers={answers} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t.refund}
      question={t.refundQuestion(nameOf(attendee), pesos(amount))}
      act={() => dataOf(postOnce('/tickets/{id}/refund', { params: { path: { id: ticketId } }, body: { amount } }))}
      successMessage={t.refunded}
      onClose={onClose}
    />
  );
}
