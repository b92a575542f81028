import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Problem } from '../api/problem.ts';
import { useTexts } from '../language/language.tsx';
import { useProblemWords } from '../refusals/use-problem-words.ts';
import { ButtonLink } from './links.tsx';
import { texts } from './texts.ts';
import { useNewVersion } from './use-new-version.ts';

/** Replaces a page that failed: shows the server's reason, if there is one, and buttons to go on. */
export function ProblemPage({ error, reset }: ErrorComponentProps) {
  const t = useTexts(texts).problem;
  const wordsOf = useProblemWords();
  useNewVersion(error);
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const again = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>{t.title}</Title>
      <Text>{error instanceof Problem ? wordsOf(error) : t.unexpected}</Text>
      <Group>
        <Button onClick={again}>{t.again}</Button>
        <ButtonLink to="/" variant="default">
          {t.home}
        </ButtonLink>
      </Group>
    </Stack>
  );
}

export function NotFoundPage() {
  const t = useTexts(texts).problem;
  return (
    <Stack component="main" align="flex-start" p="md">
      <Title order={1}>{t.notFound}</Title>
      <Text>{t.notFoundHint}</Text>
      <ButtonLink to="/" variant="default">
        {t.home}
      </ButtonLink>
    </Stack>
  );
}
