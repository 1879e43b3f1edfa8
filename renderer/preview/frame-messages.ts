/** What pdf.js may request: standard fonts that a document does not embed, character maps, decoders; and the decoder of HEIC. */
export const ASSET_FOLDERS = ['standardFontDataUrl', 'cMapUrl', 'wasmUrl', 'heif'] as const;

/** `damaged`: it cannot be read · `password` · `too-large`: more pixels than are drawn here · `too-many-pages` · `failed`: anything else. */
export const FRAME_FAULTS = ['damaged', 'password', 'too-large', 'too-many-pages', 'failed'] as const;
export type FrameFault = (typeof FRAME_FAULTS)[number];

export type Turn = 0 | 90 | 180 | 270;
/** A factor of the page's own size, or as large as fits. */
export type Zoom = { readonly kind: 'width' | 'page' } | { readonly kind: 'factor'; readonly factor: number };
export type Draw = {
  readonly page: number;
  readonly zoom: Zoom;
  readonly turn: Turn;
  readonly room: { readonly width: number; readonly height: number };
};

/** Messages from the window to the drawing page, which trusts them. */
export type FrameAsk =
  | { readonly kind: 'open'; readonly mediaType: string; readonly bytes: ArrayBuffer }
  | { readonly kind: 'draw'; readonly id: string; readonly draw: Draw }
  | { readonly kind: 'supply'; readonly id: number; readonly bytes: ArrayBuffer | null };

/** Pixels of the largest picture that is decoded, at four bytes of memory each: a sheet of A3 at 600 dpi has 70 million. */
export const PICTURE_POINTS_MAX = 80_000_000;
/** Longest side of what is shown, in CSS pixels: a page may claim to be a kilometre wide. */
export const SIDE_MAX = 8_000;
