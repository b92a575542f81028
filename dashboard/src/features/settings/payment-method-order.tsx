import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import { useTexts } from '../../language/language.tsx';
import { texts as orderTexts } from '../orders/texts.ts';
import { texts } from './texts.ts';

type Method = Model<'PaymentMethod'>;

interface Props {
  methods: Method[];
  readOnly: boolean;
  onChange: (methods: Method[]) => void;
}

/** The ways to pay in the order that buyers see, each with a button that moves it up. */
export function PaymentMethodOrder({ methods, readOnly, onChange }: Props) {
  const t = useTexts(texts);
  const { methods: names } = useTexts(orderTexts);
  const moveUp = (index: number) => {
    const [moved] = methods.slice(index, index + 1);
    if (moved)
      onChange([...methods.slice(0, index - 1), moved, ...methods.slice(index - 1).filter((one) => one !== moved)]);
  };
  return (
    <Fieldset variant="unstyled" legend={t.paymentMethods}>
      <Text size="xs" c="dimmed">
        {t.paymentMethodsHint}
      </Text>
      <Stack component="ol" gap={4} my="xs" p={0} maw={320} style={{ listStyle: 'none' }}>
        {methods.map((method, index) => (
          <Group component="li" key={method} justify="space-between" mih={36}>
            <Text>{names[method]}</Text>
            {readOnly ? null : (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t.moveUpOf(names[method])}
                // At the top it stays, because it may have the focus.
                {...(index === 0 ? { 'data-disabled': true, 'aria-disabled': true } : { onClick: () => moveUp(index) })}
              >
                {t.moveUp}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Fieldset>
  );
}
