import { Alert, Code, FileInput, List, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { chooseAgain } from '../../form/choose-again.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { textOfFile } from '../../form/text-of-file.ts';
import { useTexts } from '../../language/language.tsx';
import type { Tier } from '../events/event-queries.ts';
import type { Plan } from './plan.ts';
import { type CsvProblem, planFromCsv } from './plan-csv.ts';
import { texts } from './texts.ts';

/** More wrong lines usually have the same mistake. */
const MOST_PROBLEMS = 10;
const EXAMPLE = 'section,row,seats,aisles,tier\nLower,A,20,10,VIP\nLower,B,1-8 12-10,8,VIP|General';

interface CsvDialogProps {
  tiers: Tier[];
  onDone: (plan: Plan) => void;
  onClose: () => void;
}

export function CsvDialog({ tiers, onDone, onClose }: CsvDialogProps) {
  const t = useTexts(texts);
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<CsvProblem[]>([]);
  const submit = () => {
    const read = planFromCsv(text, tiers);
    if ('plan' in read) onDone(read.plan);
    else setProblems(read.problems);
  };
  return (
    <DialogForm title={t.importCsv} onClose={onClose} submit={t.importCsv} onSubmit={submit}>
      <Text size="sm">{t.csvAbout}</Text>
      <Code block tabIndex={0}>
        {EXAMPLE}
      </Code>
      <FileInput
        label={t.csvFile}
        placeholder={t.csvChoose}
        accept=".csv,text/csv,text/plain"
        fileInputProps={chooseAgain}
        onChange={(file) => void (file && textOfFile(file).then(setText))}
      />
      <Textarea
        label={t.csvText}
        autosize
        minRows={4}
        maxRows={10}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {problems.length > 0 ? (
        <Alert color="red" role="alert">
          <List size="sm">
            {problems.slice(0, MOST_PROBLEMS).map(({ line, what, value }) => (
              <List.Item key={`${line} ${what}`}>{t.csvLine(line, t.csvProblems[what](value))}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
    </DialogForm>
  );
}
