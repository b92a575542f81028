import { Code, Paper, Stack, Text, Title } from '@mantine/core';
import { PublicLink } from '../../form/public-link.tsx';
import { useTexts } from '../../language/language.tsx';
import type { Event } from './event-queries.ts';
import { overviewTexts } from './overview-texts.ts';
import { ReferralLink } from './referral-link.tsx';
import { texts } from './texts.ts';

/** Where strangers buy, and every way to bring them there. A draft has no page yet. */
export function ShareEvent({ event }: { event: Event }) {
  const { status, title, public_url: url } = event;
  const t = useTexts(texts);
  const own = useTexts(overviewTexts);
  const haveSalesEnded = Date.parse(event.sales_end_datetime) <= Date.now();
  const isOnSale = (status === 'active' || status === 'hidden') && !haveSalesEnded;
  const isOver = status === 'cancelled' || status === 'completed';
  return (
    <Paper withBorder p="md" component="section" aria-label={own.share}>
      <Title order={2} mb="xs">
        {own.share}
      </Title>
      {status === 'draft' ? (
        <Text c="dimmed">{t.notShared}</Text>
      ) : (
        <Stack gap="sm">
          {isOnSale ? <Text>{t.sharing}</Text> : null}
          <PublicLink url={url} />
          {isOver ? null : (
            <>
              <ReferralLink url={url} />
              <details>
                <summary>{own.embed}</summary>
                <Text size="sm" my="xs">
                  {own.embedAbout}
                </Text>
                <Code block>{embedCode(url, title)}</Code>
              </details>
            </>
          )}
        </Stack>
      )}
    </Paper>
  );
}

/** docs/embed.md */
const embedCode = (url: string, title: string) =>
  [
    `<script src="${new URL('/embed.js', url).href}" async></script>`,
    `<takilya-event src="${url}">`,
    `  <a href="${url}">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a>`,
    '</takilya-event>',
  ].join('\n');
