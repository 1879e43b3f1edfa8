import { readFileSync } from 'node:fs';
import { concat } from '#shared/lib/bytes.ts';

const [SOI, SOF, DHT, EOI, SOS, DQT] = [0xd8, 0xc0, 0xc4, 0xd9, 0xda, 0xdb];
const LONG = 4;
/** Bytes that belong to nothing. */
const JUNK = new Uint8Array(20).fill(0x55);

type Segment = { readonly kind: number; readonly bytes: Uint8Array };

type Jpeg = {
  readonly whole: Uint8Array;
  /** The tables and the frame, without the segment that says how often it restarts. */
  readonly header: Uint8Array;
  readonly scan: Uint8Array;
  /** The compressed dots, divided where they restart. */
  readonly strips: readonly Uint8Array[];
  readonly tables: readonly Segment[];
};

function readJpeg(name: string): Jpeg {
  const whole = new Uint8Array(readFileSync(new URL(name, import.meta.url)));
  const segments: Segment[] = [];
  let at = 2;
  while (segments.at(-1)?.kind !== SOS) {
    const end = at + 2 + ((whole[at + 2] ?? 0) << 8) + (whole[at + 3] ?? 0);
    segments.push({ kind: whole[at + 1] ?? 0, bytes: whole.subarray(at, end) });
    at = end;
  }
  const header = segments.filter(({ kind }) => [DQT, DHT, SOF].includes(kind)).map(({ bytes }) => bytes);
  return {
    whole,
    header: concat([Uint8Array.of(0xff, SOI), ...header]),
    scan: segments.at(-1)?.bytes ?? JUNK,
    strips: atRestarts(whole.subarray(at)),
    tables: segments.filter(({ kind }) => kind === DQT || kind === DHT),
  };
}

function atRestarts(data: Uint8Array): readonly Uint8Array[] {
  const ends = Array.from(data.keys()).filter((at) => data[at] === 0xff && ((data[at + 1] ?? 0) & 0xf8) === 0xd0);
  return [...ends, data.lastIndexOf(EOI) - 1].map((end, index) => data.subarray(index === 0 ? 0 : (ends[index - 1] ?? 0) + 2, end));
}

type Tags = Readonly<Record<number, readonly number[]>>;

/** Lays the parts out one behind the other, and the directory behind them. Its tags depend on where the parts begin. */
function oldJpegTiff(parts: readonly Uint8Array[], tagsAt: (...places: readonly number[]) => Tags): Uint8Array {
  const places = parts.map((_, index) => 8 + concat(parts.slice(0, index)).byteLength);
  const common = { 256: [200], 257: [280], 258: [8, 8, 8], 259: [6], 262: [6], 277: [3], 278: [280] };
  const tags = Object.entries<readonly number[]>({ ...common, ...tagsAt(...places) });
  const directory = 8 + concat(parts).byteLength;
  let free = directory + 2 + 12 * tags.length + 4;
  const file = new DataView(new ArrayBuffer(free + 4 * tags.flatMap(([, values]) => values).length));
  new Uint8Array(file.buffer).set(concat(parts), 8);
  file.setUint32(0, 0x49_49_2a_00);
  file.setUint32(4, directory, true);
  file.setUint16(directory, tags.length, true);
  for (const [index, [tag, values]] of tags.entries()) {
    const at = directory + 2 + 12 * index;
    file.setUint16(at, Number(tag), true);
    file.setUint16(at + 2, LONG, true);
    file.setUint32(at + 4, values.length, true);
    if (values.length > 1) file.setUint32(at + 8, free, true);
    for (const [number, value] of values.entries()) file.setUint32((values.length > 1 ? free : at + 8) + 4 * number, value, true);
    free += 4 * values.length;
  }
  return new Uint8Array(file.buffer);
}

/** Bare tables, which the tags lead to: the second and the third component share theirs, or all three do. */
function tiffOfTables({ tables }: Jpeg, strips: readonly Uint8Array[], tags: Tags): Uint8Array {
  const bare = tables.map(({ bytes }) => bytes.subarray(5));
  return oldJpegTiff([...strips, ...bare], (...places) => {
    const of = (kind: number, name: number): readonly number[] => {
      const found = tables.flatMap((one, at) =>
        one.kind === kind && ((one.bytes[4] ?? 0) & 0x10) === name ? [places[strips.length + at] ?? 0] : [],
      );
      return [0, 1, 1].map((upper) => found[upper] ?? found[0] ?? 0);
    };
    const stripTags = { 273: places.slice(0, strips.length), 279: strips.map(({ byteLength }) => byteLength) };
    return { ...stripTags, 519: of(DQT, 0), 520: of(DHT, 0), 521: of(DHT, 0x10), ...tags };
  });
}

/** TIFFs with JPEG of the old kind (TIFF 6.0, section 22), as scanners' programs wrote them: each has the page of the other samples. */
export function oldJpegTiffs() {
  const [plain, rows, rgb, grey] = ['baseline.jpg', 'restarts.jpg', 'rgb.jpg', 'grey.jpg'].map(readJpeg) as [Jpeg, Jpeg, Jpeg, Jpeg];
  const size = plain.whole.byteLength;
  const dots = (jpeg: Jpeg): Uint8Array => concat(jpeg.strips);
  const sizes = rows.strips.map(({ byteLength }) => byteLength);
  return {
    'a whole stream': oldJpegTiff([plain.whole], (at) => ({ 273: [at], 279: [size], 513: [at], 514: [size] })),
    'a stream whose length is not said': oldJpegTiff([concat([plain.whole, JUNK])], (at) => ({
      273: [at],
      279: [size + 20],
      513: [at],
    })),
    'a stream that is said to begin elsewhere': oldJpegTiff([plain.whole], (at) => ({
      273: [at],
      279: [size],
      513: [at + 6],
      514: [size],
    })),
    'a strip that is said to end too soon': oldJpegTiff([plain.whole], (at) => ({
      // In the middle of the segment before the dots, as in a file by a scanner of Hewlett-Packard.
      273: [at + size - 2 - dots(plain).byteLength - 3],
      279: [size >> 1],
      513: [at],
      514: [size],
    })),
    'a header apart': oldJpegTiff([plain.header, JUNK, concat([plain.scan, dots(plain)])], (header, _, data) => ({
      273: [data],
      279: [plain.scan.byteLength + dots(plain).byteLength],
      513: [header],
      514: [plain.header.byteLength],
    })),
    'strips with one header': oldJpegTiff([rows.header, JUNK, rows.scan, ...rows.strips], (header, _, scan, ...strips) => ({
      273: strips.with(0, scan),
      278: [16],
      279: sizes.with(0, rows.scan.byteLength + (sizes[0] ?? 0)),
      513: [header],
    })),
    'strips with bare tables': tiffOfTables(rows, rows.strips, { 278: [16], 530: [2, 2] }),
    'a tile with bare tables': tiffOfTables(plain, [dots(plain)], { 322: [208], 323: [288], 530: [2, 2] }),
    'red, green and blue': oldJpegTiff([rgb.whole], (at) => ({
      262: [2],
      273: [at],
      279: [rgb.whole.byteLength],
      513: [at],
      514: [rgb.whole.byteLength],
    })),
    grey: tiffOfTables(grey, [dots(grey)], { 258: [8], 262: [1], 277: [1], 512: [1] }),
  };
}

/** The same little-endian TIFF with another value of a tag of its first page; where the tag has several values, with another place for them. */
export function withTag(tiff: Uint8Array, tag: number, value: number): Uint8Array {
  const file = new DataView(tiff.slice().buffer);
  const directory = file.getUint32(4, true);
  for (let at = directory + 2; at < directory + 2 + 12 * file.getUint16(directory, true); at += 12) {
    if (file.getUint16(at, true) === tag) file.setUint32(at + 8, value, true);
  }
  return new Uint8Array(file.buffer);
}
