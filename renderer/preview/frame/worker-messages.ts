import type { FrameFault } from '../frame-messages.ts';

/** Messages from the drawing page to a worker that decodes pictures. The first one is `open`. */
export type WorkerAsk =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly decoder: ArrayBuffer | null }
  | { readonly kind: 'page'; readonly page: number };

/**
 * A decoded page. Width and height are those of the page at 100 %, in CSS pixels, before it is turned upright; `orientation` is the number that
 * EXIF and TIFF define.
 */
export type DecodedPage = {
  readonly bitmap: ImageBitmap;
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
};

/** The answers, one for each message and in their order. `broken`: this page cannot be decoded. */
export type WorkerTell =
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'fault'; readonly fault: FrameFault }
  | { readonly kind: 'decoded'; readonly decoded: DecodedPage }
  | { readonly kind: 'broken' };
