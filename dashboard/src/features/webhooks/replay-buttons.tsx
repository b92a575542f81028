import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { DeliveriesSearch } from './deliveries-search.ts';
import { texts } from './texts.ts';

interface ReplayButtonsProps {
  webhookId: string;
  search: DeliveriesSearch;
  /** Ids of the chosen deliveries. */
  selected: ReadonlySet<string>;
  onDone: () => void;
}

/** Sends chosen deliveries again, or everything that failed between the dates of the filter. */
export function ReplayButtons({ webhookId, search, selected, onDone }: ReplayButtonsProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [sent, setSent] = useState<number | null>(null);
  const replay = (body: Model<'WebhookReplay'>) =>
    dataOf(postOnce('/webhooks/{id}/replay', { params: { path: { id: webhookId } }, body }));
  const chosen = useAction({
    act: () => replay({ delivery_ids: [...selected] }),
    onDone: ({ replayed }) => {
      setSent(replayed);
      onDone();
    },
    notifyError: true,
  });
  /** In steps, as the server takes them. */
  async function replayFailed() {
    const { from, to } = search;
    const body = { status: 'failed' as const, ...(from ? { from } : {}), ...(to ? { to } : {}) };
    let all = 0;
    for (let hasMore = true; hasMore; ) {
      const step = await replay(body);
      all += step.replayed;
      hasMore = step.has_more;
      setSent(all);
    }
  }
  return (
    <Group gap="xs" mb="sm">
      <GatedButton
        needs="manage"
        variant="default"
        disabled={selected.size === 0}
        loading={chosen.isPending}
        onClick={() => chosen.mutate()}
      >
        {t.resendChosen(number(selected.size))}
      </GatedButton>
      <ConfirmButton
        needs="manage"
        label={t.resendFailed}
        question={search.from || search.to ? t.resendFailedOfDates : t.resendFailedOfAll}
        act={replayFailed}
      />
      <Text size="sm" role="status">
        {sent === null ? '' : t.resentCount(number(sent))}
      </Text>
    </Group>
  );
}
