import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';
import type { Delivery } from './webhook-queries.ts';

export function Resend({ delivery }: { delivery: Delivery }) {
  const t = useTexts(texts);
  const send = useAction({
    act: () => dataOf(postOnce('/webhook-deliveries/{id}/redeliver', { params: { path: { id: delivery.id } } })),
    successMessage: t.resent,
    notifyError: true,
  });
  return (
    <GatedButton
      needs="manage"
      variant="default"
      size="compact-sm"
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {t.resend}
    </GatedButton>
  );
}
