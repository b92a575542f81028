import { Button, Group, TextInput } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

/** For broken screens, wet paper, and scanners that act as a keyboard. */
export function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const t = useTexts(texts);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const code = String(new FormData(form).get('code')).trim();
        if (code !== '') onCode(code);
        form.reset();
      }}
    >
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          name="code"
          label={t.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          flex={1}
          miw={0}
        />
        <Button type="submit">{t.check}</Button>
      </Group>
    </form>
  );
}
