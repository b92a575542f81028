import sharp from 'sharp';
import { textOn } from '../../values/color.ts';
import type { Logo } from '../documents/ticket-printer.ts';

/** Points of the icon on a lock screen, and most of the logo on the pass. Phones have up to 3 pixels a point. */
const ICON = 29;
const LOGO = { width: 160, height: 50, padding: 4 };
const SCALES = [1, 2, 3];
const WHITE = '#ffffff';

/** The pictures of a pass, by their file names. Apple requires the icon. Logos are on white, as on pages and PDFs. */
export async function passPictures(color: string, logo: Logo | null): Promise<Record<string, Buffer>> {
  sharp.concurrency(1);
  const pictures = SCALES.flatMap((scale) => {
    const suffix = scale === 1 ? '' : `@${scale}x`;
    const icon: [string, Promise<Buffer>] = [`icon${suffix}.png`, iconOf(color, logo, ICON * scale)];
    return logo ? [icon, [`logo${suffix}.png`, logoOf(logo, scale)] satisfies [string, Promise<Buffer>]] : [icon];
  });
  return Object.fromEntries(await Promise.all(pictures.map(async ([name, png]) => [name, await png] as const)));
}

const iconOf = (color: string, logo: Logo | null, pixels: number): Promise<Buffer> =>
  logo
    ? sharp(logo.png)
        .resize(pixels, pixels, { fit: 'contain', background: WHITE })
        .flatten({ background: WHITE })
        .png()
        .toBuffer()
    : sharp(Buffer.from(drawnIcon(color)))
        .resize(pixels, pixels)
        .png()
        .toBuffer();

/** A ticket in the organizer's colour. */
const drawnIcon = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="87" height="87" viewBox="0 0 29 29"><path fill="${color}" d="M0 0h29v29H0z"/>` +
  `<path fill="${textOn(color)}" d="M5 9h19v4a1.5 1.5 0 0 0 0 3v4H5v-4a1.5 1.5 0 0 0 0-3z"/></svg>`;

function logoOf({ png }: Logo, scale: number): Promise<Buffer> {
  const [width, height, padding] = [LOGO.width, LOGO.height, LOGO.padding].map((points) => points * scale) as [
    number,
    number,
    number,
  ];
  return sharp(png)
    .resize({ width: width - 2 * padding, height: height - 2 * padding, fit: 'inside' })
    .flatten({ background: WHITE })
    .extend({ top: padding, bottom: padding, left: padding, right: padding, background: WHITE })
    .png()
    .toBuffer();
}
