import { queryOptions } from '@tanstack/react-query';

export interface CodeReader {
  /** The text of the QR code in the picture; undefined when there is none. */
  read: (video: HTMLVideoElement) => Promise<string | undefined>;
}

/** Not in every browser, and not yet in TypeScript's types of the browser. */
interface BarcodeDetectorClass {
  new (options: {
    formats: string[];
  }): {
    detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<string[]>;
}

/** Wide enough for a code of version 7 at arm's length. Twice the width takes four times as long to read. */
const WIDTH_PX = 640;

/** Loaded with the page, because it could not be loaded offline. */
export const codeReaderQuery = queryOptions({
  queryKey: ['code-reader'],
  queryFn: async () => (await browserReader()) ?? (await jsQrReader()),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function browserReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  if (!(await Detector?.getSupportedFormats())?.includes('qr_code') || !Detector) return undefined;
  const detector = new Detector({ formats: ['qr_code'] });
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue };
}

async function jsQrReader(): Promise<CodeReader> {
  const { default: jsQR } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: async (video) => {
      if (!context || video.videoWidth === 0) return undefined;
      canvas.width = WIDTH_PX;
      canvas.height = Math.round((WIDTH_PX * video.videoHeight) / video.videoWidth);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      return jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data || undefined;
    },
  };
}
