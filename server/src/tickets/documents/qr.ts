import { type Bitmap2D, correction, generate, mode } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgPath } from 'lean-qr/extras/svg';
import { Html, html } from '../../platform/http/pages/html.ts';

/** Width of the white border, in modules. With less, scanners do not find the code. */
export const QUIET_ZONE = 4;
/** 318 pixels wide: sharp on a phone, and below 1 KB. */
const PIXELS_PER_MODULE = 6;

/** Medium error correction: the code stays readable with a seventh of it folded or covered. */
const qrOf = (code: string): Bitmap2D =>
  generate(code, { minCorrectionLevel: correction.M, modes: [mode.alphaNumeric] });

/** The code as a PNG, for e-mails: mail programs do not show SVG. */
export const qrPng = (code: string): Buffer =>
  Buffer.from(toPngBuffer(qrOf(code), { pad: QUIET_ZONE, scale: PIXELS_PER_MODULE, on: BLACK, off: WHITE }));

const BLACK = [0, 0, 0, 255] as const;
/** Opaque white instead of the transparent default: black on a dark background cannot be scanned. */
const WHITE = [255, 255, 255, 255] as const;

/** The code as an SVG, for pages: black on white in every colour scheme, as wide as its container. */
export function qrSvg(code: string, description: string): Html {
  const { size, path } = qrOutline(code);
  const width = size + 2 * QUIET_ZONE;
  return html`<svg class="qr" role="img" aria-label="${description}" viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}" shape-rendering="crispEdges"><rect x="${-QUIET_ZONE}" y="${-QUIET_ZONE}" width="${width}" height="${width}" fill="#fff"/><path fill="#000" d="${new Html(path)}"/></svg>`;
}

/** The dark parts as the path of an SVG, one unit per module, without the quiet zone. */
export function qrOutline(code: string): { size: number; path: string } {
  const qr = qrOf(code);
  return { size: qr.size, path: toSvgPath(qr) };
}
