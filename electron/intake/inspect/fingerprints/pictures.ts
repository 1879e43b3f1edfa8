import { createHash, hash } from 'node:crypto';
import { FINGERPRINT_CHARACTERS, type PageFingerprint } from '#shared/domain/folder/inspected.ts';
import { bmpHeader } from '#shared/lib/pictures/bmp-header.ts';
import { passesOf, unfiltered } from '#shared/lib/pictures/png-rows.ts';
import { viewOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import type { Png } from '../pictures/png.ts';

/** Of parts in their order; each is counted with its length, so that no two lists of parts are alike. */
export function fingerprintOf(kind: string, parts: Iterable<Uint8Array | string>): PageFingerprint {
  const hashed = createHash('sha256');
  // Texts are joined, since each call takes longer than to hash a short one.
  let text = kind;
  for (const part of parts) {
    text += `\n${part.length} `;
    if (typeof part === 'string') text += part;
    else {
      hashed.update(text).update(part);
      text = '';
    }
  }
  return hashed.update(text).digest('hex').slice(0, FINGERPRINT_CHARACTERS);
}

/** Longer texts are replaced by their fingerprint. */
const TEXT_MAX = 80;

export function shortText(text: string): string {
  return text.length <= TEXT_MAX ? text : hash('sha256', text).slice(0, FINGERPRINT_CHARACTERS);
}

/** By the tables and the code: which way up it is held, and what else is noted about it, does not count. Null without a scan. */
export function jpegFingerprint(bytes: Uint8Array): PageFingerprint | null {
  const { parts, scans, colours } = imageSegments(bytes);
  return scans === 0 ? null : fingerprintOf('jpeg', [...parts, ...colours]);
}

/** No picture has more segments and scans that matter. */
const SEGMENTS_MAX = 10_000;
const [START_OF_SCAN, END_OF_IMAGE, COMMENT, ADOBE] = [0xda, 0xd9, 0xfe, 0xee];

/**
 * All segments but APPn and COM, each scan with its code, up to the end of the picture (ISO 10918-1, annex B); from the first byte on that
 * begins no segment, all that is left. `colours`: the colour transform, where an Adobe segment states an
 * unusual one.
 */
function imageSegments(bytes: Uint8Array): {
  readonly parts: readonly Uint8Array[];
  readonly scans: number;
  readonly colours: readonly string[];
} {
  const parts: Uint8Array[] = [];
  const colours: string[] = [];
  const view = viewOf(bytes);
  let [at, scans] = [2, 0];
  for (let turn = 0; turn < SEGMENTS_MAX && at + 4 <= bytes.byteLength; turn += 1) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : null;
    if (marker === END_OF_IMAGE) return { parts, scans, colours };
    if (marker === null) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    const to = marker === START_OF_SCAN ? endOfCode(bytes, end) : end;
    const isNote = (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT;
    if (!isNote) parts.push(bytes.subarray(at, to));
    if (marker === ADOBE) colours.push(...unusualTransform(bytes.subarray(at + 4, to)));
    if (marker === START_OF_SCAN) scans += 1;
    at = to;
  }
  return { parts: [...parts, bytes.subarray(at)], scans, colours };
}

const ADOBE_NAME = 'Adobe';
const TRANSFORM_AT = 11;
const UNUSUAL_TRANSFORMS: ReadonlyMap<number | undefined, string> = new Map([
  [0, 'none: RGB, or CMYK'],
  [2, 'YCCK'],
]);

/** The colour transform that an Adobe segment (APP14) states. Without one, three components are YCbCr and four are CMYK; how many there are is in the frame. */
function unusualTransform(segment: Uint8Array): readonly string[] {
  const isIt = segment.byteLength > TRANSFORM_AT && Buffer.from(segment.subarray(0, ADOBE_NAME.length)).toString('latin1') === ADOBE_NAME;
  const found = isIt ? UNUSUAL_TRANSFORMS.get(segment[TRANSFORM_AT]) : undefined;
  return found === undefined ? [] : [found];
}

/** The next marker that is neither a stuffed byte nor a restart. */
function endOfCode(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.byteLength;
}

/** To hash a row of its own takes longer than to copy it. */
const HASHED_AT_ONCE = 65_536;

class HashedRows {
  readonly #hash = createHash('sha256');
  readonly #held = Buffer.alloc(HASHED_AT_ONCE);
  #count = 0;

  add(row: Uint8Array): void {
    if (this.#count + row.byteLength > HASHED_AT_ONCE) this.#flush();
    if (row.byteLength > HASHED_AT_ONCE) this.#hash.update(row);
    else {
      this.#held.set(row, this.#count);
      this.#count += row.byteLength;
    }
  }

  digest(): Buffer {
    this.#flush();
    return this.#hash.digest();
  }

  #flush(): void {
    this.#hash.update(this.#held.subarray(0, this.#count));
    this.#count = 0;
  }
}

/** A row costs as much as so many bytes. */
export const ROW_BYTES = 64;

/** By its pixels, however they are packed; null if they were not unpacked, or cost more than is left. */
export function pngFingerprint({ header, raw, palette }: Png, budget: InspectBudget): PageFingerprint | null {
  if (header === null || raw === null) return null;
  const { width, height, depth, channels, colour } = header;
  if (!budget.spend('fingerprintBytes', raw.byteLength + height * ROW_BYTES)) return null;
  const step = Math.max(1, (channels * depth) >> 3);
  const rows = new HashedRows();
  let from = 0;
  for (const pass of passesOf(header)) {
    const rowAt = unfiltered(raw, { from, rowBytes: pass.rowBytes, step });
    for (let y = 0; y < pass.height; y += 1) {
      const row = rowAt(y);
      if (row === null) return null;
      rows.add(row);
    }
    from += pass.height * (pass.rowBytes + 1);
  }
  return fingerprintOf('png', [`${width} ${height} ${depth} ${colour}`, palette ?? '', rows.digest()]);
}

/** Behind the first 40 bytes of the header, in it or after it. */
const MASKS_AT = 54;

/** By its colours and rows from the top one on, without what they are padded with; packed ones as they are. */
export function bmpFingerprint(bytes: Uint8Array): PageFingerprint | null {
  const header = bmpHeader(bytes);
  if (header === null) return null;
  const { headerBytes, pixelsAt, width, height, isTopDown, bits, compression, rowBytes } = header;
  const colours = bytes.subarray(14 + headerBytes, pixelsAt);
  const about = `${width} ${height} ${bits} ${compression}`;
  if (compression !== 0) {
    // Which bits of a point are red, green, blue and see-through.
    const masks = bytes.subarray(MASKS_AT, MASKS_AT + 16);
    return fingerprintOf('bmp', [about, masks, colours, bytes.subarray(pixelsAt)]);
  }
  const rows = new HashedRows();
  for (let n = 0; n < height; n += 1) {
    const from = pixelsAt + (isTopDown ? n : height - 1 - n) * rowBytes;
    rows.add(bytes.subarray(from, from + Math.ceil((width * bits) / 8)));
  }
  return fingerprintOf('bmp', [about, bits <= 8 ? colours : '', rows.digest()]);
}
