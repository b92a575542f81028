import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useAskBeforeLeaving } from '../../form/ask-before-leaving.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { unlessInDialog } from '../../shell/unless-in-dialog.ts';
import type { Event } from '../events/event-queries.ts';
import { CsvDialog } from './csv-dialog.tsx';
import { change, redo, startHistory, undo } from './history.ts';
import { type Hall, type Plan, SELECTION_MODES, seatsOf } from './plan.ts';
import { csvOf } from './plan-csv.ts';
import { type Known, savePlan } from './seating-queries.ts';
import { SectionEditor } from './section-editor.tsx';
import { SectionTools } from './section-tools.tsx';
import { texts } from './texts.ts';

/** Edits stay in the browser until they are saved. Each change is a new plan, and the old plans are kept for undo. */
export function SeatMapEditor({ event, saved }: { event: Event; saved: Hall }) {
  const t = useTexts(texts);
  const { save: saveWord, saved: savedWord } = useTexts(formTexts);
  const { number } = useFormats();
  const [history, setHistory] = useState(() => startHistory(saved.plan));
  const [mode, setMode] = useState(saved.mode);
  const [onServer, setOnServer] = useState<Known>([saved]);
  const [chosen, setChosen] = useState(0);
  const mayManage = useMay('manage');
  const [importing, setImporting] = useState(false);
  const tiers = event.ticket_tiers.filter(({ admission }) => admission);
  const plan = history.present;
  const at = Math.min(chosen, plan.length - 1);
  const section = plan[at];
  const edit = (next: Plan) => setHistory((before) => change(before, next));
  const unsaved = onServer.some((hall) => plan !== hall?.plan || mode !== hall.mode);
  const save = useAction({
    act: () =>
      savePlan({
        ...{ eventId: event.id, known: onServer, after: { mode, plan }, reached: setOnServer },
        changedMeanwhile: t.changedMeanwhile,
      }),
    successMessage: savedWord,
  });
  useAskBeforeLeaving(() => unsaved, t.leave);
  const steps = { undo: () => setHistory(undo), redo: () => setHistory(redo) };
  useHotkeys([
    ['mod+Z', unlessInDialog(steps.undo)],
    ['mod+Y', unlessInDialog(steps.redo)],
    ['mod+shift+Z', unlessInDialog(steps.redo)],
  ]);
  const total = plan.reduce((sum, each) => sum + seatsOf(each), 0);
  return (
    <Stack>
      <Group gap="xs">
        <GatedButton needs="manage" loading={save.isPending} onClick={() => save.mutate()}>
          {saveWord}
        </GatedButton>
        <Button variant="default" disabled={history.past.length === 0} onClick={steps.undo}>
          {t.undo}
        </Button>
        <Button variant="default" disabled={history.future.length === 0} onClick={steps.redo}>
          {t.redo}
        </Button>
        <GatedButton needs="manage" variant="default" onClick={() => setImporting(true)}>
          {t.importCsv}
        </GatedButton>
        <Button
          component="a"
          variant="default"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(plan, tiers))}`}
          download="seats.csv"
        >
          {t.exportCsv}
        </Button>
      </Group>
      <Text role="status">
        {t.total(number(total), number(plan.length))} {unsaved ? t.unsaved : t.nothingUnsaved}
      </Text>
      {event.tickets_sold > 0 ? <Alert color="yellow">{t.soldAlready(number(event.tickets_sold))}</Alert> : null}
      <ProblemAlert error={save.error} />
      <NativeSelect
        label={t.choosing}
        description={t.choosingHint}
        value={mode}
        disabled={!mayManage}
        data={SELECTION_MODES.map((value) => ({ value, label: t.modes[value] }))}
        onChange={({ currentTarget }) =>
          setMode(SELECTION_MODES.find((one) => one === currentTarget.value) ?? 'best_available')
        }
        maw={420}
      />
      <SectionTools plan={plan} at={at} tiers={tiers} onEdit={edit} onChoose={setChosen} />
      {section ? <SectionEditor plan={plan} at={at} section={section} tiers={tiers} onEdit={edit} /> : null}
      {importing ? (
        <CsvDialog
          tiers={tiers}
          onClose={() => setImporting(false)}
          onDone={(next) => {
            edit(next);
            setChosen(0);
            setImporting(false);
          }}
        />
      ) : null}
    </Stack>
  );
}
