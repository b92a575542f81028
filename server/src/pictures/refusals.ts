import { Type } from 'typebox';
import { badRequest, declareRefusals, RetryAfter, unavailable } from '../platform/refusals/declare-refusals.ts';

export const pictureRefusals = declareRefusals({
  picture_type_unsupported: badRequest({
    en: 'The body must be a picture: send its bytes with Content-Type image/png, image/jpeg, image/webp or image/avif',
    cause: 'The body has another Content-Type, or is missing.',
    remedy: 'Send the bytes of the file itself, neither a form nor JSON. SVG is not accepted: it can contain programs.',
  }),
  picture_unreadable: badRequest({
    en: 'The file is not a picture that can be read: use PNG, JPEG, WebP or AVIF',
    cause: 'The bytes are another format than PNG, JPEG, WebP and AVIF, or are damaged or cut off.',
    remedy: 'Open the picture in a program, save it as PNG or JPEG, and send that file.',
  }),
  picture_too_many_pixels: badRequest({
    facts: {
      width: Type.Integer(),
      height: Type.Integer(),
      max_megapixels: Type.Integer({ description: 'Width × height, in millions.' }),
    },
    en: ({ width, height, max_megapixels }) =>
      `The picture has ${width} × ${height} pixels: at most ${max_megapixels} million are accepted`,
    cause: 'Width × height of the picture is larger than the server decodes.',
    remedy: 'Make the picture smaller. A cover is shown 1,600 pixels wide at most.',
  }),
  file_store_unavailable: unavailable({
    facts: RetryAfter,
    en: 'The picture cannot be stored at the moment: try again',
    cause: 'The folder or the S3-compatible store where files are kept failed. The log has the reason.',
    remedy: 'Send it again after Retry-After. Operators check the disk, or the store of `FILES_S3_ENDPOINT`.',
  }),
});
