import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

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

let loading: Promise<CodeReader> | undefined;

/** Loaded when the page opens, because later the network may be down. Tried again when it failed. */
export function loadCodeReader(): Promise<CodeReader> {
  loading ??= chooseReader().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const chooseReader = async () => (await browserReader()) ?? (await zxingReader());

async function browserReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  if (!(await Detector?.getSupportedFormats())?.includes('qr_code') || !Detector) return undefined;
  const detector = new Detector({ formats: ['qr_code'] });
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue };
}

/** From this server and no other: the page works in a closed network. */
async function zxingReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: () => readerUrl }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: async (video) => {
      if (!context || video.videoWidth === 0) return undefined;
      canvas.width = WIDTH_PX;
      canvas.height = Math.round((WIDTH_PX * video.videoHeight) / video.videoWidth);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = context.getImageData(0, 0, canvas.width, canvas.height);
      const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryInvert: false });
      return found?.text || undefined;
    },
  };
}
