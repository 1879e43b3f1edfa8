/** In which of its files the drawing program finds something: fonts that a document names and does not carry, tables of characters, decoders. */
export const ASSET_FOLDERS = ['standardFontDataUrl', 'cMapUrl', 'wasmUrl'] as const;

/** `damaged`: it cannot be read · `password` · `too-large`: more points than are drawn here · `failed`: all else. */
export const FRAME_FAULTS = ['damaged', 'password', 'too-large', 'failed'] as const;
export type FrameFault = (typeof FRAME_FAULTS)[number];

export type Turn = 0 | 90 | 180 | 270;
/** A factor of the paper's own size, or as large as there is room. */
export type Zoom = { readonly kind: 'width' | 'page' } | { readonly kind: 'factor'; readonly factor: number };
export type Draw = {
  readonly page: number;
  readonly zoom: Zoom;
  readonly turn: Turn;
  readonly room: { readonly width: number; readonly height: number };
};

/** What the window says to the page that draws. It is ours, and trusted there. */
export type FrameAsk =
  | { readonly kind: 'open'; readonly mediaType: string; readonly bytes: ArrayBuffer }
  | { readonly kind: 'draw'; readonly id: string; readonly draw: Draw }
  | { readonly kind: 'supply'; readonly id: number; readonly bytes: ArrayBuffer | null };

/** Points of the largest picture that is decoded: a sheet of A3 at 600 dpi has 70 million, each of which takes four bytes of memory. */
export const PICTURE_POINTS_MAX = 80_000_000;
/** No side of what is shown is longer, in the window's points: a page may say that it is a kilometre wide. */
export const SIDE_MAX = 8_000;
