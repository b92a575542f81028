import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';
import { type Delivery, deliveryQuery } from './webhook-queries.ts';

/** What was sent, and the receiver’s response to each attempt. */
export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const t = useTexts(texts);
  const { dateTime, number } = useFormats();
  const [opened, setOpened] = useState(false);
  const last = delivery.attempt_log.at(-1);
  return (
    <details onToggle={({ currentTarget: { open } }) => setOpened(open)}>
      <summary>{delivery.response_status ?? last?.error ?? t.log}</summary>
      <Stack gap="xs" mt="xs">
        {delivery.attempt_log.map((attempt) => (
          <div key={attempt.at}>
            <Text size="sm">
              {dateTime(attempt.at)}, {t.took(number(attempt.duration_ms))}: {attempt.response_status ?? attempt.error}
            </Text>
            {attempt.response ? <Code block>{attempt.response}</Code> : null}
          </div>
        ))}
        {opened ? <Payload id={delivery.id} /> : null}
      </Stack>
    </details>
  );
}

function Payload({ id }: { id: string }) {
  const t = useTexts(texts);
  const { data } = useQuery(deliveryQuery(id));
  return (
    <div>
      <Text size="sm">{t.payload}</Text>
      <Code block>{data ? readable(data.body) : '…'}</Code>
    </div>
  );
}

/** The body, formatted for reading; the signature is over the bytes as they are sent. */
const readable = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
