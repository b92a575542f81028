import { Alert, Anchor } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** In sight wherever the form is scrolled to. After a log-in in another tab the page goes on. */
export function SessionEnded() {
  const t = useTexts(texts);
  return (
    <Alert role="alert" variant="filled" bg="red.9" radius={0} pos="sticky" bottom={0} style={{ zIndex: 1 }}>
      {t.sessionEnded}{' '}
      <Anchor href="/dashboard/log-in" target="_blank" c="inherit" underline="always">
        {t.logInElsewhere}
      </Anchor>
    </Alert>
  );
}
