import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/language.tsx';
import { BuyerDataButtons } from './buyer-data-buttons.tsx';
import { texts } from './texts.ts';

/** Exports and erases the data of a person by e-mail address, without an order at hand. */
export function PrivacyRequests() {
  const t = useTexts(texts);
  const [email, setEmail] = useState('');
  return (
    <Stack>
      <Text>{t.about}</Text>
      <TextInput
        type="email"
        label={t.email}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <BuyerDataButtons email={email.trim()} />
    </Stack>
  );
}
