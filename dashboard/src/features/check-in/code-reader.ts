import { queryOptions } from '@tanstack/react-query';

export interface CodeReader {
  /** What the QR code in the picture says; undefined: there is none. */
  read: (video: HTMLVideoElement) => Promise<string | undefined>;
}

/** Not in every browser, and not yet in TypeScript's description of them. */
interface BarcodeDetectorClass {
  new (options: {
    formats: string[];
  }): {
    detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<string[]>;
}

/** As wide as the picture has to be for a code of version 7 at arm's length; twice as wide takes four times as long. */
const WIDTH_PX = 640;

/** Loaded with the page: when the line is down it would be too late. */
export const codeReaderQuery = queryOptions({
  queryKey: ['code-reader'],
  queryFn: async () => (await ofTheBrowser()) ?? (await ofOurs()),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function ofTheBrowser(): Promise<CodeReader | undefined> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  if (!(await Detector?.getSupportedFormats())?.includes('qr_code') || !Detector) return undefined;
  const detector = new Detector({ formats: ['qr_code'] });
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue };
}

async function ofOurs(): Promise<CodeReader> {
  const { default: jsQR } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const drawn = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: async (video) => {
      if (!drawn || video.videoWidth === 0) return undefined;
      canvas.width = WIDTH_PX;
      canvas.height = Math.round((WIDTH_PX * video.videoHeight) / video.videoWidth);
      drawn.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = drawn.getImageData(0, 0, canvas.width, canvas.height);
      return jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data || undefined;
    },
  };
}
