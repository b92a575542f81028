/** Smaller files are sent as they are. */
const SMALL_BYTES = 1_000_000;
/** More pixels than the server keeps, so that its own result is as sharp. */
const MAX_SIDE = 2_400;
const QUALITY = 0.92;

/**
 * Makes the photo of a phone small enough for a slow connection. The server accepts the original, too, if it arrives
 * within 30 seconds. @returns the file itself when it is small, or this browser cannot read it: the server says why
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // JPEG has no transparency.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  return shrunk && shrunk.size < file.size ? shrunk : file;
}
