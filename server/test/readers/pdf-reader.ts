import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readQr } from './qr-reader.ts';

export interface PdfPage {
  /** Its pieces of text in drawing order. */
  text: string[];
  /** The code that a scanner reads from its picture. */
  qr: string | null;
  png: Buffer;
}

/** Twice the size of the paper, like a scan of a good print. */
const SCALE = 2;

/** A PDF as read and drawn by another program. */
export async function readPdf(pdf: Uint8Array): Promise<PdfPage[]> {
  // pdf.js takes ownership of the memory.
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const viewport = page.getViewport({ scale: SCALE });
    const canvas = createCanvas(viewport.width, viewport.height);
    const context = canvas.getContext('2d');
    await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    pages.push({
      text: items.flatMap((item) => ('str' in item && item.str !== '' ? item.str : [])),
      qr: readQr({ data: new Uint8Array(data.buffer), width, height }),
      png: canvas.toBuffer('image/png'),
    });
  }
  return pages;
}
