import { Alert, List } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import { Problem } from '../../api/problem.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Labels } from '../../refusals/refusal-words.ts';
import { useProblemWords } from '../../refusals/use-problem-words.ts';
import { TextLink } from '../../shell/links.tsx';
import { seriesTexts } from './texts.ts';

export type SeriesReport = Model<'EventSeriesReport'>;

/** Whether all dates took the change; without a report it was of one date alone. */
export const isWhole = (report: SeriesReport | null) =>
  report === null || report.dates.every(({ refusal }) => refusal === null);

/** The dates that could not take a change, and why. Announced by screen readers when it appears. */
export function DatesReport({ report, labels }: { report: SeriesReport; labels?: Labels }) {
  const t = useTexts(seriesTexts);
  const { dateTime } = useFormats();
  const wordsOf = useProblemWords();
  if (isWhole(report)) return null;
  return (
    <Alert color="yellow" role="alert" title={t.refused}>
      <List size="sm">
        {report.dates.flatMap(({ event_id: eventId, start_datetime: start, refusal }) =>
          refusal === null
            ? []
            : [
                <List.Item key={eventId}>
                  <TextLink to="/events/$eventId" params={{ eventId }} c="inherit" underline="always">
                    {dateTime(start)}
                  </TextLink>
                  {`: ${wordsOf(new Problem(refusal), labels)}`}
                </List.Item>,
              ],
        )}
      </List>
    </Alert>
  );
}
