import { Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { reasonWords } from '../../refusals/reason-words.ts';
import { Icon } from '../../shell/icon.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { methodWords } from './method-words.ts';
import { type Happening, historyOf } from './order-history.ts';
import { mailsQuery, type Order } from './order-queries.ts';
import classes from './order-timeline.module.css';
import { placeWords } from './seat-of.ts';
import { texts } from './texts.ts';

/** What happened to the order: the payment, refunds and every e-mail, newest first. */
export function OrderTimeline({ order }: { order: Order }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { dateTime } = useFormats();
  const { data } = useSuspenseQuery(mailsQuery(order.id));
  return (
    <Stack gap="xs" component="section" aria-label={t.history}>
      <Title order={2}>{t.history}</Title>
      <ol className={classes.list}>
        {historyOf(order, data.mails).map((happening) => (
          <li key={happening.id} className={classes.item}>
            <span className={classes.mark}>
              <Icon name={happening.icon} size={16} />
            </span>
            <div>
              <Group gap="xs">
                <What happening={happening} />
                {happening.status ? <StatusBadge status={happening.status} /> : null}
              </Group>
              <Text size="sm" c="dimmed">
                {dateTime(happening.at)}
              </Text>
              {happening.problem ? (
                <Text size="sm" c="var(--mantine-color-error)">
                  {reasonWords(language, dateTime, happening.problem)}
                </Text>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function What({ happening: { what } }: { happening: Happening }) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  switch (what.kind) {
    case 'paid':
      return t.paidBy(pesos(what.amount), methodWords(t, what.method));
    case 'changed':
      return [
        t.movedTo(
          what.moves.length,
          what.moves.map(({ from, to }) => `${placeWords(from)} → ${placeWords(to)}`).join(', '),
        ),
        what.difference === 0 ? '' : `${what.difference > 0 ? '+' : '−'}${pesos(Math.abs(what.difference))}`,
      ]
        .filter(Boolean)
        .join(' · ');
    case 'refund':
      return t.refundOf(pesos(what.amount), t.reasons[what.code as keyof typeof t.reasons] ?? what.reason);
    case 'mail':
      return t.mailTo(t.mailKinds[what.mail], what.to);
  }
}
