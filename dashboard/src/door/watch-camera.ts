import type { CodeReader } from './code-reader.ts';

const READ_EVERY_MS = 100;
/**
 * A code counts as another scan after this many pictures in a row without it: about 0.7 s, less than it takes to hold
 * up a copy on another phone. A slow phone reads few pictures: by time, one that it missed would be another scan.
 */
const PICTURES_WITHOUT = 6;

interface Watching {
  reader: CodeReader;
  onCode: (code: string) => void;
  onProblem: (error: unknown) => void;
  /** Called with a switch when the camera has a torch. */
  onTorch: (torch: Torch) => void;
}

export type Torch = (isOn: boolean) => Promise<void>;

/** Shows the rear camera, and reports the codes in its picture. @returns a function that stops it */
export function watchCamera(video: HTMLVideoElement, watching: Watching): () => void {
  const ended = new AbortController();
  watch(video, watching, ended.signal).catch((error: unknown) => {
    if (!ended.signal.aborted) watching.onProblem(error);
  });
  return () => ended.abort();
}

async function watch(video: HTMLVideoElement, { reader, onCode, onTorch }: Watching, ended: AbortSignal) {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const over = new AbortController();
  keepScreenOn(over.signal);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    over.abort();
  };
  ended.addEventListener('abort', stop);
  try {
    if (ended.aborted) return;
    video.srcObject = stream;
    await video.play();
    const torch = torchOf(stream);
    if (torch) onTorch(torch);
    await reportCodes(() => reader.read(video), onCode, ended);
  } finally {
    stop();
  }
}

/**
 * A phone that goes dark between two guests has to be unlocked. Where it is refused, it goes dark. A page that was
 * hidden has to ask again.
 */
function keepScreenOn(ended: AbortSignal) {
  const request = async () => {
    if (document.visibilityState !== 'visible') return;
    const lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (ended.aborted) void lock?.release();
    else ended.addEventListener('abort', () => void lock?.release(), { once: true });
  };
  document.addEventListener('visibilitychange', request, { signal: ended });
  void request();
}

function torchOf(stream: MediaStream): Torch | undefined {
  const [track] = stream.getVideoTracks();
  // Not yet in TypeScript's types of the browser.
  const { torch } = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
  if (!track || !torch) return undefined;
  return (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}

async function reportCodes(
  read: () => Promise<string | undefined>,
  onCode: (code: string) => void,
  ended: AbortSignal,
) {
  let last: string | undefined;
  let without = 0;
  while (!ended.aborted) {
    const code = await read();
    if (code) {
      const isSame = code === last && without < PICTURES_WITHOUT;
      last = code;
      without = 0;
      if (!isSame) onCode(code);
    } else without++;
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
}
