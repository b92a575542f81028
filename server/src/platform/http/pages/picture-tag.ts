import {
  PICTURE_FORMATS,
  type PictureFormat,
  pictureFile,
  type UploadedPicture,
  uploadedPicture,
  widthsOf,
} from '../../../values/picture.ts';
import { Html, html } from './html.ts';

interface Shown {
  /** How wide the page shows it, in CSS: the browser chooses the file by it. */
  sizes: string;
  className?: string;
  /** Loaded when it comes near. */
  isLazy?: boolean;
  /** Wider files are not offered. */
  maxWidth?: number;
}

/**
 * A picture without meaning of its own, beside the name that says the same. An uploaded one has its proportions, so
 * that nothing moves when it arrives, and its sizes; any other is loaded from the server that the organizer named.
 */
export function pictureTag(
  address: string,
  { sizes, className, isLazy, maxWidth = Number.POSITIVE_INFINITY }: Shown,
): Html {
  const named = className && html` class="${className}"`;
  const loading = isLazy && new Html(' loading="lazy"');
  const picture = uploadedPicture(address);
  if (!picture) return html`<img${named} src="${address}" alt=""${loading}>`;
  const [common, small] = PICTURE_FORMATS[picture.kind];
  const widths = widthsOf(picture).filter((width, index) => index === 0 || width <= maxWidth);
  // Browsers that do not know the smaller format are old, and so are their screens.
  const [narrowest = picture.width, middle = narrowest] = widths;
  const file = pictureFile(picture, middle, common);
  return html`<picture><source type="image/${small}" srcset="${srcset(picture, widths, small)}" sizes="${sizes}"><img${named} src="${file}" width="${picture.width}" height="${picture.height}" alt=""${loading}></picture>`;
}

const srcset = (picture: UploadedPicture, widths: number[], format: PictureFormat) =>
  widths.map((width) => `${pictureFile(picture, width, format)} ${width}w`).join(', ');

/** The cover of an event, across the column of a page. */
export const coverTag = (address: string): Html =>
  pictureTag(address, { className: 'cover', sizes: '(min-width: 32rem) 30rem, 100vw' });
