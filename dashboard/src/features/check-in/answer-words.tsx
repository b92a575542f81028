import { Stack, Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useAnswerWords } from '../questions/answer-list.tsx';
import classes from './answer-words.module.css';
import type { Verdict } from './decide.ts';
import type { Answer } from './scan-ticket.ts';
import { texts } from './texts.ts';

const SIGNS: Partial<Record<Verdict, string>> = { admitted: '✓', used: '!' };
const LOOKS: Partial<Record<Verdict, string>> = { admitted: classes.admitted, used: classes.used };

interface AnswerWordsProps {
  answer: Omit<Answer, 'nonce' | 'offline'> & { offline?: boolean };
}

/** Readable at arm's length. Results differ in words, sign and color. */
export function AnswerWords({ answer }: AnswerWordsProps) {
  const { verdict, ticket, at, by, name, detail, offline } = answer;
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  const wordsOf = useAnswerWords();
  const answers = verdict === 'admitted' ? (answer.answers ?? ticket?.answers ?? []) : [];
  const seat = ticket?.section ? t.seat(ticket.section, ticket.row ?? '', String(ticket.seat ?? '')) : null;
  const lines = [
    at ? t.since(dateTime(at)) : null,
    by ? t.by(by) : null,
    name,
    ticket ? [ticket.tier.name, seat].filter(Boolean).join(' · ') : null,
    ticket?.ticket_number,
    ...answers.map((one) => `${one.label}: ${wordsOf(one)}`),
    detail,
    t.hints[verdict],
    offline && verdict === 'admitted' ? t.sentLater : null,
  ].filter(Boolean);
  return (
    <Stack gap={4} p="md" className={`${classes.answer} ${LOOKS[verdict] ?? classes.refused}`}>
      <Text className={classes.verdict}>
        <span aria-hidden>{SIGNS[verdict] ?? '✕'} </span>
        {t.verdicts[verdict]}
      </Text>
      {lines.map((line) => (
        <Text key={line} fz="lg">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
