import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';

interface FilterSelectProps<Value extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  choices: readonly { value: Value; label: string }[];
  value: Value | undefined;
  /** undefined: any of them. */
  onChoose: (value: Value | undefined) => void;
}

/** Narrows a list to one of the choices. */
export function FilterSelect<Value extends string>({ choices, value, onChoose, ...props }: FilterSelectProps<Value>) {
  const { any } = useTexts(texts);
  return (
    <NativeSelect
      data={[{ value: '', label: any }, ...choices]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(choices.find((one) => one.value === currentTarget.value)?.value)}
      {...props}
    />
  );
}
