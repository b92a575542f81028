import { Group, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import type { Access } from '../../session/me-query.ts';
import { Icon } from '../../shell/icon.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import classes from './first-steps.module.css';
import type { Overview } from './home-queries.ts';
import { STEPS, type Step, stepsDone } from './steps-done.ts';
import { texts } from './texts.ts';

/** What a new organization does until it sells. Ticked from its data, and gone when all of it is done. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const t = useTexts(texts);
  const done = stepsDone(overview);
  const count = STEPS.filter((step) => done[step]).length;
  if (count === STEPS.length) return null;
  const next = STEPS.find((step) => !done[step]);
  return (
    <Paper withBorder p="md" component="section" aria-label={t.steps}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t.steps}</Title>
        <Text c="dimmed" size="sm">
          {t.stepsDone(count, STEPS.length)}
        </Text>
      </Group>
      <Progress value={(100 * count) / STEPS.length} aria-label={t.steps} size="sm" mb="sm" />
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step} className={classes.step}>
            <span className={done[step] ? classes.done : classes.open}>
              <Icon name={done[step] ? 'done' : 'todo'} />
            </span>
            <Stack gap={0} flex={1} miw={0}>
              <Text fw={600} td={done[step] ? 'line-through' : undefined} c={done[step] ? 'dimmed' : undefined}>
                {t.step[step].title}
                <VisuallyHidden>{done[step] ? t.isDone : t.isOpen}</VisuallyHidden>
              </Text>
              {done[step] ? null : (
                <Text size="sm" c="dimmed">
                  {t.step[step].about}
                </Text>
              )}
            </Stack>
            {done[step] ? null : <StepLink step={step} variant={step === next ? 'filled' : 'default'} />}
          </li>
        ))}
      </ol>
    </Paper>
  );
}

const NEEDS: Record<Step, Access> = {
  brand: 'own',
  payments: 'own',
  event: 'manage',
  publish: 'manage',
  share: 'manage',
};

function StepLink({ step, variant }: { step: Step; variant: 'filled' | 'default' }) {
  const t = useTexts(texts);
  const look = { variant, size: 'compact-md', children: t.step[step].action } as const;
  // What it leads to is not for this role. A tooltip with the reason would be a twentieth of the code of Home.
  if (!useMay(NEEDS[step])) return null;
  switch (step) {
    case 'brand':
      return <ButtonLink to="/settings" search={{ tab: 'brand' }} {...look} />;
    case 'payments':
      return <ButtonLink to="/payments" {...look} />;
    case 'event':
      return <ButtonLink to="/events/new" {...look} />;
    default:
      return <ButtonLink to="/events" {...look} />;
  }
}
