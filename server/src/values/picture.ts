/** Where pictures that organizers uploaded are served. An address of any other server is shown as it is. */
export const FILES = '/files/';

export type PictureKind = 'logo' | 'cover';

/** Formats, the one that every program understands first. */
export const PICTURE_FORMATS = {
  logo: ['png', 'webp'],
  cover: ['jpg', 'webp'],
} as const satisfies Record<PictureKind, readonly string[]>;
export type PictureFormat = (typeof PICTURE_FORMATS)[PictureKind][number];

export const PICTURE_TYPES: Record<PictureFormat, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** A picture is never wider or higher. A logo is shown 128 pixels wide on pages, and printed. */
export const PICTURE_BOXES = {
  logo: { width: 512, height: 192 },
  cover: { width: 1_600, height: 1_600 },
} as const satisfies Record<PictureKind, { width: number; height: number }>;

/** A phone in a list, a phone, and everything else. */
const COVER_WIDTHS = [480, 960];

/** An uploaded picture. Its address says everything about it, so that no page has to look it up. */
export interface UploadedPicture {
  kind: PictureKind;
  address: string;
  /** Width of the largest size. */
  width: number;
  height: number;
}

const ADDRESS = /^\/files\/[0-9a-f-]{36}\/(logo|cover)-[0-9a-f]{32}-(\d{1,4})x(\d{1,4})$/;

/** @returns undefined for the address of a picture that was not uploaded here */
export function uploadedPicture(address: string): UploadedPicture | undefined {
  const [, kind, width, height] = ADDRESS.exec(address) ?? [];
  return kind === undefined
    ? undefined
    : { kind: kind as PictureKind, address, width: Number(width), height: Number(height) };
}

/** The widths in which a picture exists, the largest last. */
export const widthsOf = ({ kind, width }: Pick<UploadedPicture, 'kind' | 'width'>): number[] =>
  kind === 'logo' ? [...new Set([Math.ceil(width / 2), width])] : [...COVER_WIDTHS.filter((one) => one < width), width];

/** The path of one size and format. */
export const pictureFile = ({ address }: Pick<UploadedPicture, 'address'>, width: number, format: PictureFormat) =>
  `${address}-${width}.${format}`;

/** All files of a picture. */
export const pictureFiles = (picture: UploadedPicture): { path: string; width: number; format: PictureFormat }[] =>
  widthsOf(picture).flatMap((width) =>
    PICTURE_FORMATS[picture.kind].map((format) => ({ path: pictureFile(picture, width, format), width, format })),
  );

/** The path of the largest size in the format that every program understands. */
export const largestFile = (picture: UploadedPicture): string =>
  pictureFile(picture, picture.width, PICTURE_FORMATS[picture.kind][0]);

/** The complete URL, for e-mails, messengers and answers of the API. */
export function pictureUrl(address: string, publicUrl: string): string {
  const picture = uploadedPicture(address);
  return picture ? publicUrl + largestFile(picture) : address;
}

export const pictureUrlOrNull = (address: string | null, publicUrl: string): string | null =>
  address === null ? null : pictureUrl(address, publicUrl);

/**
 * What to store of a URL that a client sends: the address of an uploaded picture whose URL it is, as the API answers
 * it, so that one of the same organization counts as shown. Any other URL is stored as it is.
 */
export function pictureAddress(sent: string | null | undefined, kind: PictureKind, publicUrl: string) {
  if (!sent?.startsWith(publicUrl)) return sent;
  const picture = uploadedPicture(sent.slice(publicUrl.length).replace(/-\d+\.\w+$/, ''));
  return picture?.kind === kind && sent === publicUrl + largestFile(picture) ? picture.address : sent;
}
