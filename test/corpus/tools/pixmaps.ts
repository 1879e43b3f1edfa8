import { createHash } from 'node:crypto';

export type Pixmaps = {
  readonly count: number;
  /** Of all pictures; the same pixels give the same hash. */
  readonly sha256: string;
};

const HEADER_MAX = 64;
/** `P6 width height 255` for colour, `P5` for grey, `P4` for one bit. */
const HEADER = /^P([456])\s+(\d+)\s+(\d+)\s(?:(\d+)\s)?/;

/** Counts and hashes the pictures of a stream in Netpbm's formats as it arrives. */
export function pixmapCounter(): { readonly take: (chunk: Buffer) => void; readonly end: () => Pixmaps } {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let left = 0;
  let count = 0;
  const take = (chunk: Buffer): void => {
    hash.update(chunk);
    let rest = chunk;
    while (rest.byteLength > 0) {
      const skipped = Math.min(left, rest.byteLength);
      left -= skipped;
      rest = rest.subarray(skipped);
      if (rest.byteLength === 0) return;
      const known = head.byteLength;
      head = Buffer.concat([head, rest.subarray(0, HEADER_MAX - known)]);
      const read = headerOf(head);
      if (read === null) {
        rest = rest.subarray(head.byteLength - known);
        if (head.byteLength >= HEADER_MAX) head = Buffer.alloc(0);
        continue;
      }
      count += 1;
      left = read.pixelBytes;
      rest = rest.subarray(read.headerBytes - known);
      head = Buffer.alloc(0);
    }
  };
  // A picture that was begun but not completed does not count.
  return { take, end: () => ({ count: left > 0 ? count - 1 : count, sha256: hash.digest('hex') }) };
}

function headerOf(head: Buffer): { readonly headerBytes: number; readonly pixelBytes: number } | null {
  const text = head.toString('latin1');
  const [whole, form, width, height, most] = HEADER.exec(text) ?? [];
  if (whole === undefined || (form !== '4' && most === undefined)) return null;
  const sample = Number(most) > 255 ? 2 : 1;
  const rowBytes = form === '4' ? Math.ceil(Number(width) / 8) : Number(width) * sample * (form === '6' ? 3 : 1);
  return { headerBytes: whole.length, pixelBytes: rowBytes * Number(height) };
}
