import { PICTURE_POINTS_MAX } from '../frame-messages.ts';
import { pictureSize } from './picture-size.ts';
import { type Source, Unshown } from './source.ts';

/** Opens a picture as a single page. Its size is checked before the browser decodes it. */
export async function openPicture(bytes: ArrayBuffer, mediaType: string): Promise<Source> {
  const size = pictureSize(new Uint8Array(bytes));
  if (size === null || size.width === 0 || size.height === 0) throw new Unshown('damaged');
  if (size.width * size.height > PICTURE_POINTS_MAX) throw new Unshown('too-large');
  const picture = await loaded(new Blob([bytes], { type: mediaType }));
  const { naturalWidth: width, naturalHeight: height } = picture;
  return {
    pages: 1,
    size: async (_page, turn) => (turn % 180 === 0 ? { width, height } : { width: height, height: width }),
    draw: async (canvas, { turn, scale }) => {
      const context = canvas.getContext('2d');
      if (context === null) throw new Unshown('failed');
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((turn * Math.PI) / 180);
      context.scale(scale, scale);
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, -width / 2, -height / 2);
    },
    stop: () => {},
  };
}

/** Waits for `load` and not for `decode()`, which is slow in a frame that is scrolled out of sight. */
function loaded(blob: Blob): Promise<HTMLImageElement> {
  const picture = new Image();
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(picture));
    picture.addEventListener('error', () => reject(new Unshown('damaged')));
    picture.src = URL.createObjectURL(blob);
  });
}
