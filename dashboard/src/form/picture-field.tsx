import { Button, FileButton, Group, Image, Paper, Stack, Text } from '@mantine/core';
import { type DragEvent, useId, useState } from 'react';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/me.ts';
import type { Access } from '../session/me-query.ts';
import { chooseAgain } from './choose-again.ts';
import { texts } from './picture-texts.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { shrinkPicture } from './shrink-picture.ts';
import { useAction } from './use-action.ts';

interface PictureFieldProps {
  label: string;
  description: string;
  /** null: there is none. */
  url: string | null;
  needs: Access;
  /** Most height of the picture in the field, in pixels. */
  maxHeight: number;
  /** What is said when the picture was stored, or removed. */
  successMessage: string;
  upload: (picture: Blob) => Promise<unknown>;
  remove: () => Promise<unknown>;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];
/** The server's limit, checked before ten megabytes are sent. */
const MAX_BYTES = 10 * 2 ** 20;

/** A picture that is stored as soon as it is chosen or dropped, and shown as the server serves it. */
export function PictureField({
  label,
  description,
  url,
  needs,
  maxHeight,
  successMessage,
  ...actions
}: PictureFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const may = useMay(needs);
  const [isOver, setOver] = useState(false);
  const upload = useAction({
    act: async (file: File) => {
      if (!TYPES.includes(file.type)) throw new Error(t.notPicture);
      const picture = await shrinkPicture(file);
      if (picture.size > MAX_BYTES) throw new Error(t.tooLarge);
      return actions.upload(picture);
    },
    successMessage,
  });
  const remove = useAction({ act: actions.remove, successMessage });
  const send = (file: File | null | undefined) => {
    if (!file || upload.isPending) return;
    remove.reset();
    upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Stack gap={4} role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {description}
      </Text>
      <Paper
        withBorder
        p="md"
        bg={isOver ? 'var(--mantine-primary-color-light)' : undefined}
        {...(may ? { onDragOver: over, onDragLeave: () => setOver(false), onDrop: drop } : {})}
      >
        <Stack gap="sm" align="flex-start">
          {url ? (
            <Image src={url} alt={label} w="auto" maw="100%" mah={maxHeight} fit="contain" radius="sm" bg="white" />
          ) : (
            <Text c="dimmed">{t.none}</Text>
          )}
          {may ? (
            <>
              <Group gap="xs">
                <FileButton accept={TYPES.join(',')} inputProps={chooseAgain} onChange={send}>
                  {(props) => (
                    <Button variant="default" loading={upload.isPending} {...props}>
                      {url ? t.replace : t.choose}
                    </Button>
                  )}
                </FileButton>
                {url ? (
                  <Button
                    variant="subtle"
                    color="red"
                    loading={remove.isPending}
                    onClick={() => {
                      upload.reset();
                      remove.mutate();
                    }}
                  >
                    {t.remove}
                  </Button>
                ) : null}
              </Group>
              <Text size="xs" c="dimmed" role="status">
                {upload.isPending ? t.uploading : t.drop}
              </Text>
            </>
          ) : null}
        </Stack>
      </Paper>
      <ProblemAlert error={upload.error ?? remove.error} />
    </Stack>
  );
}
