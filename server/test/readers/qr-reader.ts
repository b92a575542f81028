import jsqr from 'jsqr';
import { PNG } from 'pngjs';

/** The code that a scanner reads from a picture; null: none that it can read. */
export function readQr({
  data,
  width,
  height,
}: {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}): string | null {
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

export const readQrOfPng = (png: Buffer): string | null => readQr(PNG.sync.read(png));
