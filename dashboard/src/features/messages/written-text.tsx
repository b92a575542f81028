import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '../../form/dialog.tsx';
import type { Message } from './message-queries.ts';

/** The subject of a message, which opens its text. */
export function WrittenText({ message: { subject, text } }: { message: Message }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Anchor component="button" type="button" inherit ta="start" onClick={open}>
        {subject}
      </Anchor>
      {opened ? (
        <Dialog title={subject} onClose={close} size="lg" centered>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
        </Dialog>
      ) : null}
    </>
  );
}
