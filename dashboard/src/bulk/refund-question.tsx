import { Text } from '@mantine/core';
import { DialogForm } from '../form/dialog-form.tsx';
import { useFormats } from '../language/formats.ts';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

interface RefundQuestionProps {
  /** Orders or tickets that are refunded. */
  count: number;
  /** In words: “3 orders”. */
  what: string;
  pesos: number;
  /** Number of chosen rows that have nothing left to refund. */
  skipped: number;
  onRefund: () => void;
  onClose: () => void;
}

/** Says what the refunds amount to before they are made. */
export function RefundQuestion({ count, what, pesos, skipped, onRefund, onClose }: RefundQuestionProps) {
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    <DialogForm
      title={t.refund}
      onClose={onClose}
      submit={t.refundSubmit(what, formats.pesos(pesos))}
      disabled={count === 0}
      danger
      onSubmit={() => {
        onRefund();
        onClose();
      }}
    >
      <Text>{t.refundQuestion(what, formats.pesos(pesos))}</Text>
      {skipped > 0 ? <Text size="sm">{t.refundSkipped(skipped)}</Text> : null}
      <Text size="sm">{t.refundByHand}</Text>
    </DialogForm>
  );
}
