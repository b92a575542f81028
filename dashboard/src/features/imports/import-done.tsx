import { Alert, Button, Stack } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { texts } from './texts.ts';

interface ImportDoneProps {
  eventId: string;
  made: Model<'Import'>;
  onNext: () => void;
}

/** What was made, and where it is. */
export function ImportDone({ eventId, made, onNext }: ImportDoneProps) {
  const t = useTexts(texts);
  const { number, pesos } = useFormats();
  const ofList = made.list_name === null ? {} : { ref: made.list_name };
  return (
    <Stack align="flex-start">
      <Alert
        color="green"
        role="status"
        w="100%"
        title={t.done(number(made.orders.length), number(made.tickets), pesos(made.total_amount))}
      />
      <TextLink to="/orders" search={{ event_id: eventId, source: made.source, ...ofList }}>
        {t.openOrders}
      </TextLink>
      <TextLink to="/events/$eventId/attendees" params={{ eventId }} search={{}}>
        {t.openAttendees}
      </TextLink>
      <Button autoFocus variant="default" onClick={onNext}>
        {t.next}
      </Button>
    </Stack>
  );
}
