import { Alert, Stack, Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { Icon } from '../../shell/icon.tsx';
import { TextLink } from '../../shell/links.tsx';
import { PROVIDER_NAMES, type Provider } from '../payments/provider-names.ts';
import type { Overview } from './home-queries.ts';
import { texts } from './texts.ts';

type Concern = Overview['needs_attention'][number];

/** Each links to the page where the organizer can act on it. */
export function Concerns({ concerns }: { concerns: Concern[] }) {
  const t = useTexts(texts);
  if (concerns.length === 0) return <Text c="dimmed">{t.allWell}</Text>;
  return (
    <Stack gap="xs">
      {concerns.map((concern) => (
        <Alert
          key={`${concern.kind} ${concern.id ?? concern.name}`}
          color="yellow"
          p="xs"
          icon={<Icon name="warning" />}
        >
          <ConcernLink concern={concern} />
        </Alert>
      ))}
    </Stack>
  );
}

function ConcernLink({ concern: { kind, id, name, count, since } }: { concern: Concern }) {
  const { dateTime } = useFormats();
  const shown = kind === 'payments_in_test_mode' ? PROVIDER_NAMES[name as Provider] : name;
  const words = useTexts(texts).concerns[kind](shown ?? '', count, since ? dateTime(since) : '');
  const mayConnect = useMay('own');
  switch (kind) {
    case 'no_payment_account':
    case 'payments_in_test_mode':
      if (!mayConnect) return words;
      return (
        <TextLink c="inherit" underline="always" to="/payments">
          {words}
        </TextLink>
      );
    case 'webhook_disabled':
    case 'webhook_failing':
      return (
        <TextLink c="inherit" underline="always" to="/webhooks/$webhookId" params={{ webhookId: id ?? '' }}>
          {words}
        </TextLink>
      );
    case 'refunds_failed':
    case 'mails_failed': {
      const list = {
        to: '/orders',
        search: kind === 'refunds_failed' && !name ? ({ refund_failed: true } as const) : {},
      } as const;
      return (
        <TextLink c="inherit" underline="always" {...(id ? { to: '/orders/$orderId', params: { orderId: id } } : list)}>
          {words}
        </TextLink>
      );
    }
    case 'draft_starts_soon':
      return (
        <TextLink c="inherit" underline="always" to="/events/$eventId" params={{ eventId: id ?? '' }}>
          {words}
        </TextLink>
      );
    default:
      return (
        <TextLink c="inherit" underline="always" to="/orders">
          {words}
        </TextLink>
      );
  }
}
