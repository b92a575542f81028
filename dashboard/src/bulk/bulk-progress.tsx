import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useAskBeforeLeaving } from '../form/ask-before-leaving.ts';
import { texts as formTexts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';
import { useProblemWords } from '../refusals/use-problem-words.ts';
import { texts } from './texts.ts';
import type { BulkRunning } from './use-bulk-run.ts';

/** How far it is, then what succeeded, and what failed with the reason. */
export function BulkProgress({ run, isRunning, again, close }: BulkRunning) {
  const t = useTexts(texts);
  const { close: closeWords } = useTexts(formTexts);
  const wordsOf = useProblemWords();
  useAskBeforeLeaving(() => isRunning, t.leave);
  if (!run) return null;
  const { title, items, ended, failed } = run;
  const succeeded = ended - failed.length;
  return (
    <Alert color={failed.length > 0 ? 'orange' : 'lagoon'} title={title} mb="sm" role="region" aria-label={title}>
      <Stack gap="xs">
        <Text size="sm" role="status">
          {isRunning ? t.progress(ended, items.length) : t.result(succeeded, failed.length)}
        </Text>
        {isRunning ? <Progress value={(100 * ended) / items.length} aria-label={title} /> : null}
        {failed.length > 0 ? (
          <List size="sm">
            {failed.map(({ item, error }) => (
              <List.Item key={item.id}>
                {item.name}: {wordsOf(error)}
              </List.Item>
            ))}
          </List>
        ) : null}
        {isRunning ? null : (
          <Group gap="xs">
            {failed.length > 0 ? (
              <Button size="compact-sm" variant="default" onClick={() => void again()}>
                {t.again}
              </Button>
            ) : null}
            <Button size="compact-sm" variant="default" onClick={close}>
              {closeWords}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
