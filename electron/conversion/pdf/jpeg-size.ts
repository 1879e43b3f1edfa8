/** The first and the last marker of a frame; three numbers between them are other markers. */
const [FRAME_FIRST, FRAME_LAST] = [0xc0, 0xcf];
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);
const [START, FILL, RESTART_FIRST, END] = [0xd8, 0xff, 0xd0, 0xd9];

/** What the frame header of a JPEG says; null if there is none. */
export function jpegSize(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly samples: number } | null {
  if (bytes[0] !== FILL || bytes[1] !== START) return null;
  const two = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  for (let at = 2; at + 9 < bytes.byteLength && bytes[at] === FILL; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === FILL) at += 1;
    else if (marker >= FRAME_FIRST && marker <= FRAME_LAST && !NO_FRAMES.has(marker)) {
      return { height: two(at + 5), width: two(at + 7), samples: bytes[at + 9] ?? 0 };
    } else if (marker >= RESTART_FIRST && marker <= END) return null;
    else at += 2 + two(at + 2);
  }
  return null;
}

/** Some programs write a few bytes after the end. */
const AFTER_END_MAX = 1_024;

/** Whether the end marker is there: what is cut off is decoded in part. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-AFTER_END_MAX)).includes(Buffer.from([FILL, END]));
}
