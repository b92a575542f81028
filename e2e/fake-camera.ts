import { correction, generate, mode } from 'lean-qr';
import type { Page } from 'playwright-core';

/** White around the code, in modules: less, and scanners do not find it. */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 8;

/** Runs in the page, before anything of it: the camera is a canvas that `showToCamera` draws on. */
const CAMERA = `
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const drawn = canvas.getContext('2d');
  window.cameraShows = [];
  // Again and again, as a camera does: a stream of a canvas that stands still has no pictures.
  const draw = () => {
    drawn.fillStyle = 'white';
    drawn.fillRect(0, 0, canvas.width, canvas.height);
    drawn.fillStyle = 'black';
    for (const [x, y, size] of window.cameraShows) drawn.fillRect(x, y, size, size);
  };
  navigator.mediaDevices.getUserMedia = async ({ video }) => {
    if (!video) throw new TypeError('Only the camera was to be asked for');
    setInterval(draw, 50);
    draw();
    return canvas.captureStream();
  };
`;

export const fakeCamera = (page: Page) => page.addInitScript(CAMERA);

/** Holds the QR code that tickets show before the camera; null: nothing. */
export async function showToCamera(page: Page, code: string | null) {
  const squares = code === null ? [] : squaresOf(code);
  await page.evaluate(`window.cameraShows = ${JSON.stringify(squares)}`);
}

function squaresOf(code: string): [x: number, y: number, size: number][] {
  const qr = generate(code, { minCorrectionLevel: correction.M, modes: [mode.alphaNumeric] });
  const at = (module: number) => (module + QUIET_ZONE) * PIXELS_PER_MODULE;
  const squares: [number, number, number][] = [];
  for (let y = 0; y < qr.size; y++)
    for (let x = 0; x < qr.size; x++) if (qr.get(x, y)) squares.push([at(x), at(y), PIXELS_PER_MODULE]);
  return squares;
}
