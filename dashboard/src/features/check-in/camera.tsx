import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import classes from './camera.module.css';
import { type CodeReader, codeReaderQuery } from './code-reader.ts';
import { texts } from './texts.ts';
import { watchCamera } from './watch-camera.ts';

interface CameraProps {
  onCode: (code: string) => void;
}

/** Starts with a button, so that the browser asks for the camera when the user expects it. */
export function Camera({ onCode }: CameraProps) {
  const t = useTexts(texts);
  const { data: reader, error } = useQuery(codeReaderQuery);
  const [isOn, { toggle }] = useDisclosure();
  return (
    <Stack gap="xs">
      <Button variant={isOn ? 'default' : 'filled'} onClick={toggle} loading={!reader && !error} size="md">
        {isOn ? t.cameraOff : t.cameraOn}
      </Button>
      <ProblemAlert error={error && new Error(t.noReader)} />
      {isOn && reader ? <Viewfinder reader={reader} onCode={onCode} /> : null}
    </Stack>
  );
}

function Viewfinder({ reader, onCode }: CameraProps & { reader: CodeReader }) {
  const t = useTexts(texts);
  const [problem, setProblem] = useState<unknown>();
  const watch = useCallback(
    (video: HTMLVideoElement | null) =>
      video ? watchCamera(video, { reader, onCode, onProblem: setProblem }) : undefined,
    [reader, onCode],
  );
  if (problem) return <ProblemAlert error={new Error(isForbidden(problem) ? t.cameraForbidden : t.cameraBroken)} />;
  return <video ref={watch} className={classes.picture} muted playsInline aria-label={t.cameraPicture} />;
}

const isForbidden = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError';
