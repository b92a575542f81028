import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useTexts } from '../../language/language.tsx';
import type { Preview } from './message-queries.ts';
import { type MessageValues, messageOf } from './message-values.ts';
import { texts } from './texts.ts';

/** A message that is about to be sent, and whom it would reach. */
export interface Asked {
  values: MessageValues;
  /** null: now. */
  sendAt: string | null;
  preview: Preview;
}

interface SendQuestionProps extends Asked {
  eventId: string;
  /** Writes the time in the zone of its field. */
  dateTime: (instant: string) => string;
  onSent: () => void;
  onClose: () => void;
}

/** Sends the message that the preview is of, whatever was written since. */
export function SendQuestion({ eventId, values, sendAt, dateTime, preview, onSent, onClose }: SendQuestionProps) {
  const t = useTexts(texts);
  const { subject } = values;
  const reach = t.reach(preview.recipients, preview.left_out);
  const body = { ...messageOf(values), send_at: sendAt };
  return (
    <ConfirmDialog
      title={sendAt === null ? t.send : t.schedule}
      question={sendAt === null ? t.sendQuestion(subject, reach) : t.scheduleQuestion(subject, dateTime(sendAt), reach)}
      act={() => dataOf(postOnce('/events/{id}/messages', { params: { path: { id: eventId } }, body }))}
      successMessage={sendAt === null ? t.onItsWay : t.scheduled}
      onDone={onSent}
      onClose={onClose}
    />
  );
}
