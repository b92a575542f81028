import { Alert, Button, List, Stack } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import type { Asked } from './asked-questions.ts';
import { texts } from './texts.ts';

interface MissingAnswersProps {
  missing: Asked[];
  loading: boolean;
  onSkip: () => void;
}

/** The required questions without an answer, and the button that sells all the same. */
export function MissingAnswers({ missing, loading, onSkip }: MissingAnswersProps) {
  const t = useTexts(texts);
  const labels = [...new Set(missing.map(({ question }) => question.label))];
  return (
    <Alert color="yellow" role="alert" title={t.unanswered}>
      <Stack align="flex-start" gap="xs">
        <List size="sm">
          {labels.map((label) => (
            <List.Item key={label}>{label}</List.Item>
          ))}
        </List>
        <Button variant="default" loading={loading} onClick={onSkip}>
          {t.skip}
        </Button>
      </Stack>
    </Alert>
  );
}
