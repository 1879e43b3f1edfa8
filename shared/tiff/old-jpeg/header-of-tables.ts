import { DHT, DQT, MARKER } from '../../lib/jpeg-segments.ts';
import type { TiffPage } from '../tiff-page.ts';
import type { Header } from './header.ts';

const TAG = { process: 512, quantizationTables: 519, dcTables: 520, acTables: 521, subsampling: 530 } as const;
/** A value of `process`: lossless JPEG, which is not decoded. */
const LOSSLESS = 14;
const BASELINE = 0xc0;
const QUANTIZATION_BYTES = 64;
const CODE_LENGTHS = 16;
/** In the identifier of a Huffman table: it is one for AC coefficients. */
const AC_TABLE = 0x10;

/** A header made of the bare tables of each component, which the tags lead to. Null if one is missing. */
export function headerOfTables(file: Uint8Array, { directory, samples, meaning }: TiffPage): Header | null {
  if (directory.values(TAG.process)?.[0] === LOSSLESS) return null;
  const tables = Array.from({ length: samples }, (_, index) => {
    const at = (tag: number): number => directory.values(tag)?.[index] ?? file.byteLength;
    return [
      tableSegment(DQT, index, bytesAt(file, at(TAG.quantizationTables), QUANTIZATION_BYTES)),
      tableSegment(DHT, index, huffmanTableAt(file, at(TAG.dcTables))),
      tableSegment(DHT, AC_TABLE | index, huffmanTableAt(file, at(TAG.acTables))),
    ];
  }).flat();
  const kept = tables.filter((table) => table !== null);
  if (kept.length < tables.length) return null;
  const [across = 2, down = 2] = directory.values(TAG.subsampling) ?? [];
  const components = Array.from({ length: samples }, (_, index) => {
    // The decoder takes components with the identifiers R, G and B as they are, and all others for YCbCr.
    const id = meaning === 'rgb' ? ('RGB'.codePointAt(index) ?? 0) : index + 1;
    return [id, index === 0 ? (across << 4) | down : 0x11, index];
  }).flat();
  const frame = Uint8Array.from([MARKER, BASELINE, 0, 8 + components.length, 8, 0, 0, 0, 0, samples, ...components]);
  return { kept, frame, scan: null, dataEnd: 0 };
}

function bytesAt(file: Uint8Array, at: number, bytes: number): Uint8Array | null {
  return at + bytes <= file.byteLength ? file.subarray(at, at + bytes) : null;
}

/** A Huffman table: how many codes there are of each length, then their values. */
function huffmanTableAt(file: Uint8Array, at: number): Uint8Array | null {
  const counts = bytesAt(file, at, CODE_LENGTHS);
  return counts === null ? null : bytesAt(file, at, CODE_LENGTHS + counts.reduce((sum, count) => sum + count, 0));
}

function tableSegment(marker: number, id: number, table: Uint8Array | null): Uint8Array | null {
  if (table === null) return null;
  const length = 3 + table.byteLength;
  return Uint8Array.from([MARKER, marker, length >> 8, length & 0xff, id, ...table]);
}
