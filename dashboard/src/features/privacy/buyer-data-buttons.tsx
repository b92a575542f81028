import { Group } from '@mantine/core';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { download, eraseBuyerData, readBuyerData } from './buyer-data.ts';
import { texts } from './texts.ts';

/** Answers a person's request about their data. */
export function BuyerDataButtons({ email }: { email: string }) {
  const t = useTexts(texts);
  const exporting = useAction({
    act: () => readBuyerData(email),
    onDone: (file) => download(file, 'personal-data.json'),
    notifyError: true,
  });
  return (
    <Group>
      <GatedButton
        needs="manage"
        variant="default"
        loading={exporting.isPending}
        disabled={email === ''}
        onClick={() => exporting.mutate()}
      >
        {t.exportData}
      </GatedButton>
      <ConfirmButton
        needs="own"
        color="red"
        variant="outline"
        disabled={email === ''}
        label={t.erase}
        question={t.eraseQuestion(email)}
        leave={t.leave}
        act={async () => {
          const outcome = await eraseBuyerData(email);
          if (outcome !== 'erased') throw new Error(outcome === 'partly' ? t.erasedPartly : t.notFound(email));
        }}
        successMessage={t.erased}
      />
    </Group>
  );
}
