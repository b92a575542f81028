import { Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayBefore } from '../../language/day-before.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { Icon, type IconName } from '../../shell/icon.tsx';
import { type Overview, salesByQuery } from './home-queries.ts';
import { texts } from './texts.ts';
import { FIGURES, soFarAWeekBefore } from './week-before.ts';

/** Today's sales, each beside as much of the same day last week. */
export function Today({ today }: { today: Overview['today'] }) {
  const t = useTexts(texts);
  const { pesos, number, dateInput, inputValue, weekday } = useFormats();
  const now = new Date();
  const lastWeek = dayBefore(dateInput(now), 7);
  const { data } = useQuery(salesByQuery('hour', lastWeek, lastWeek));
  const before = data && soFarAWeekBefore(data.points, now, inputValue);
  return (
    <section aria-label={t.today}>
      <Title order={2} mb="xs">
        {t.today}
      </Title>
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
        {FIGURES.map((figure) => {
          const format = figure === 'orders' || figure === 'tickets' ? number : pesos;
          return (
            <Paper key={figure} withBorder p="md">
              <Text c="dimmed" size="sm">
                {t[figure]}
              </Text>
              <Text fz={{ base: 'lg', sm: 24 }} fw={700} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {format(today[figure])}
              </Text>
              {before ? (
                <Text c="dimmed" size="xs" mt={4}>
                  <Trend is={today[figure]} was={before[figure]} />{' '}
                  {t.lastWeek(weekday(now.toISOString()), format(before[figure]))}
                </Text>
              ) : null}
            </Paper>
          );
        })}
      </SimpleGrid>
    </section>
  );
}

function Trend({ is, was }: { is: number; was: number }) {
  const name: IconName = is > was ? 'up' : is < was ? 'fall' : 'minus';
  return (
    <span style={{ verticalAlign: '-3px' }}>
      <Icon name={name} size={14} />
    </span>
  );
}
