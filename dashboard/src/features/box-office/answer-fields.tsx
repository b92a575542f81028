import { Checkbox, Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import type { Answers, Asked } from './asked-questions.ts';
import { texts } from './texts.ts';

interface AnswerFieldsProps {
  asked: Asked[];
  answers: Answers;
  onChange: (answers: Answers) => void;
}

/** The organizer's questions about the chosen tickets; nothing when nothing is asked. */
export function AnswerFields({ asked, answers, onChange }: AnswerFieldsProps) {
  const t = useTexts(texts);
  if (asked.length === 0) return null;
  const tickets = [...Map.groupBy(asked, ({ ticket }) => ticket)];
  return tickets.map(([ticket, ofTicket]) => (
    <Fieldset key={ticket} legend={ticket === 0 ? t.questions : t.questionsOf(ticket)}>
      <Stack gap="xs">
        {ofTicket.map((one) => (
          <AnswerField
            key={one.key}
            asked={one}
            value={answers[one.key] ?? ''}
            onChange={(value) => onChange({ ...answers, [one.key]: value })}
          />
        ))}
      </Stack>
    </Fieldset>
  ));
}

interface AnswerFieldProps {
  asked: Asked;
  value: string;
  onChange: (value: string) => void;
}

/** Longer answers are refused. */
const MOST_CHARACTERS = 500;

function AnswerField({ asked: { question }, value, onChange }: AnswerFieldProps) {
  const t = useTexts(texts);
  const { kind, label, help, options, required } = question;
  const field = { label, description: help, withAsterisk: required };
  if (kind === 'checkbox')
    return (
      <Checkbox
        label={label}
        description={help}
        checked={value === 'true'}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? 'true' : '')}
      />
    );
  const entered = {
    ...field,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (kind === 'choice') return <NativeSelect data={[{ value: '', label: t.choose }, ...options]} {...entered} />;
  return <TextInput type={kind} maxLength={MOST_CHARACTERS} {...entered} />;
}
