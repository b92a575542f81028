import { Alert, Button, Group } from '@mantine/core';
import { useFormats } from '../language/formats.ts';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';
import type { FormDraft } from './use-draft.ts';

/** What was entered and not saved when the form was open last. */
export function DraftOffer({ draft: { offer, take, discard } }: { draft: FormDraft }) {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  if (!offer) return null;
  return (
    <Alert color="lagoon" role="status" title={t.draftKept(dateTime(offer.at))} mb="md" maw={800}>
      <Group gap="xs">
        <Button size="compact-sm" onClick={take}>
          {t.draftContinue}
        </Button>
        <Button size="compact-sm" variant="default" onClick={discard}>
          {t.draftDiscard}
        </Button>
      </Group>
    </Alert>
  );
}
