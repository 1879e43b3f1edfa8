import utif from 'utif2';
import { openTiff } from '#shared/tiff/open-tiff.ts';
import { answerPages } from './answer-page.ts';
import { inflated } from './inflated.ts';
import { cssSize, shownPicture } from './shown-picture.ts';

const DECODERS = { utif, inflate: inflated };
const FAULTS = { 'not-understood': 'damaged', 'too-many-pages': 'too-many-pages', 'too-many-pixels': 'too-large' } as const;

answerPages(async (bytes) => {
  const opened = openTiff(bytes, async () => DECODERS);
  if (!opened.ok) return FAULTS[opened.failure];
  const tiff = opened.value;
  return {
    pages: tiff.pages,
    decode: async (page) => {
      const { picture, orientation } = await tiff.page(page - 1);
      const { width, height, rgba } = shownPicture(picture);
      const bitmap = await createImageBitmap(new ImageData(new Uint8ClampedArray(rgba.buffer), width, height));
      return { bitmap, ...cssSize(picture), orientation };
    },
  };
});
