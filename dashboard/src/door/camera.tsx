import { useCallback, useState } from 'react';
import { useTexts } from '../language/language.tsx';
import { type CodeReader, loadCodeReader } from './code-reader.ts';
import { CameraIcon, TorchIcon } from './icons.tsx';
import { allowSound } from './signal.ts';
import { texts } from './texts.ts';
import { type Torch, watchCamera } from './watch-camera.ts';

interface CameraProps {
  /** Must be the same function in every rendering: another one starts the camera again. */
  onCode: (code: string) => void;
}

type CameraState = 'off' | 'starting' | CodeReader | { problem: string };

/** Starts with a button, so that the browser asks for the camera when the person expects it. */
export function Camera({ onCode }: CameraProps) {
  const t = useTexts(texts);
  const [state, setState] = useState<CameraState>('off');
  const start = () => {
    allowSound();
    setState('starting');
    loadCodeReader().then(setState, () => setState({ problem: t.noReader }));
  };
  const tellProblem = useCallback(
    (problem: unknown) => setState({ problem: isForbidden(problem) ? t.cameraForbidden : t.cameraBroken }),
    [t],
  );
  const isOn = typeof state === 'object' && 'read' in state;
  return (
    <section className="camera" aria-label={t.camera}>
      {isOn ? (
        <Viewfinder reader={state} onCode={onCode} onStop={() => setState('off')} onProblem={tellProblem} />
      ) : (
        <button type="button" className="start-camera" onClick={start} disabled={state === 'starting'}>
          <CameraIcon />
          {t.cameraOn}
        </button>
      )}
      {typeof state === 'object' && 'problem' in state ? (
        <p role="alert" className="notice">
          {state.problem}
        </p>
      ) : null}
    </section>
  );
}

interface ViewfinderProps extends CameraProps {
  reader: CodeReader;
  onStop: () => void;
  onProblem: (error: unknown) => void;
}

function Viewfinder({ reader, onCode, onStop, onProblem }: ViewfinderProps) {
  const t = useTexts(texts);
  const [torch, setTorch] = useState<{ light: Torch; isOn: boolean }>();
  const watch = useCallback(
    (video: HTMLVideoElement | null) =>
      video
        ? watchCamera(video, {
            reader,
            onCode,
            onProblem,
            onTorch: (light) => setTorch({ light, isOn: false }),
          })
        : undefined,
    [reader, onCode, onProblem],
  );
  const switchTorch = async () => {
    if (!torch) return;
    await torch.light(!torch.isOn);
    setTorch({ ...torch, isOn: !torch.isOn });
  };
  return (
    <div className="viewfinder">
      <video ref={watch} muted playsInline aria-label={t.cameraPicture} />
      <div className="frame" aria-hidden />
      <div className="camera-buttons">
        {torch ? (
          <button type="button" aria-pressed={torch.isOn} onClick={() => void switchTorch()}>
            <TorchIcon />
            {t.torch}
          </button>
        ) : null}
        <button type="button" onClick={onStop}>
          {t.cameraOff}
        </button>
      </div>
    </div>
  );
}

const isForbidden = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError';
