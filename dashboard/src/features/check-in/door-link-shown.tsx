import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import { Dialog } from '../../form/dialog.tsx';
import { OnlyHere } from '../../form/only-here.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useTexts } from '../../language/language.tsx';
import { QrCode } from '../../shell/qr-code.tsx';
import { texts } from './texts.ts';

interface DoorLinkShownProps {
  link: Model<'CreatedDoorLink'>;
  onClose: () => void;
}

/** The link as a QR code for the phone at the door. It cannot be shown again. */
export function DoorLinkShown({ link: { name, url }, onClose }: DoorLinkShownProps) {
  const t = useTexts(texts);
  const { copied, copyLink } = useTexts(formTexts);
  return (
    <Dialog
      onClose={onClose}
      title={t.show(name)}
      // A click beside the dialog must not lose what is shown once.
      closeOnClickOutside={false}
      centered
    >
      <Stack align="center">
        <Text>{t.scan}</Text>
        <QrCode content={url} label={t.qr} />
        <Text size="sm">{t.send}</Text>
        <Code block maw="100%" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {url}
        </Code>
        <OnlyHere url={url} />
        <Group>
          <CopyButton value={url}>
            {({ copied: isCopied, copy }) => (
              <Button variant="default" onClick={copy}>
                {isCopied ? copied : copyLink}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
