import jsqr from 'jsqr';
import { PNG } from 'pngjs';

/** What a scanner reads in a picture; null: no code, or none that it can read. */
export function readQr({ data, width, height }: { data: Uint8Array; width: number; height: number }): string | null {
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

export const readQrOfPng = (png: Buffer): string | null => readQr(PNG.sync.read(png));
