import { Stack, Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { reasonWords } from '../../refusals/reason-words.ts';
import { StatusBadge } from '../../table/status-badge.tsx';
import { texts } from './texts.ts';
import type { Webhook } from './webhook-queries.ts';

/** Whether the webhook is active, and what is wrong with it. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { dateTime } = useFormats();
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={webhook.is_active ? 'on' : 'off'} />
      {webhook.disabled_reason ? (
        <Text size="sm">{reasonWords(language, dateTime, webhook.disabled_reason)}</Text>
      ) : null}
      {webhook.failing_since ? <Text size="sm">{t.failingSince(dateTime(webhook.failing_since))}</Text> : null}
    </Stack>
  );
}
