import { Radio, Stack } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { type ManualMethod, METHODS } from './methods.ts';
import { texts } from './texts.ts';

interface MethodFieldProps {
  value: ManualMethod;
  onChange: (method: ManualMethod) => void;
}

/** How it is paid at the window. */
export function MethodField({ value, onChange }: MethodFieldProps) {
  const t = useTexts(texts);
  return (
    <Radio.Group label={t.payment} value={value} onChange={(chosen) => onChange(chosen as ManualMethod)}>
      <Stack gap="xs" mt="xs">
        {METHODS.map((method) => (
          <Radio key={method} value={method} label={t.methods[method]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
