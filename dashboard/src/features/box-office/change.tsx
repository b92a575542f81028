import { Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

/** What the buyer gets back, in pesos; below 0 is what is missing. */
export function Change({ amount, size }: { amount: number; size?: 'lg' }) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  return (
    <Text size={size} fw={600}>
      {amount < 0 ? t.missing(pesos(-amount)) : t.change(pesos(amount))}
    </Text>
  );
}
