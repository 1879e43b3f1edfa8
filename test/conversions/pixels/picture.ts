/** Eight bits a colour, without transparency, rows from the top. `rgb`: width × height × 3 bytes. */
export type Picture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };

const HEAD_BYTES_MAX = 400;

/** The first picture of a PGM, a PPM or a PAM with eight bits a sample, as Netpbm describes them; on white. Null if it is none, or incomplete. */
export function pictureOf(pnm: Uint8Array): Picture | null {
  const buffer = Buffer.from(pnm.buffer, pnm.byteOffset, pnm.byteLength);
  const head = headOf(buffer.subarray(0, HEAD_BYTES_MAX).toString('latin1'));
  if (head === null) return null;
  const { width, height, depth } = head;
  const samples = buffer.subarray(head.bytes);
  if (width * height === 0 || samples.length < width * height * depth) return null;
  if (depth === 3) return { width, height, rgb: samples.subarray(0, 3 * width * height) };
  const rgb = new Uint8Array(3 * width * height);
  for (let at = 0; at < rgb.length; at += 1) {
    const dot = Math.floor(at / 3) * depth;
    const alpha = depth % 2 === 0 ? (samples[dot + depth - 1] ?? 0) : 255;
    const sample = samples[dot + (depth > 2 ? at % 3 : 0)] ?? 0;
    rgb[at] = Math.round((sample * alpha + 255 * (255 - alpha)) / 255);
  }
  return { width, height, rgb };
}

/** `depth`: samples for each dot; an even number has transparency as the last. */
type Head = { readonly width: number; readonly height: number; readonly depth: number; readonly bytes: number };

function headOf(text: string): Head | null {
  const plain = /^P([56])(?:\s+#[^\n]*\n|\s)+(\d+)\s+(\d+)\s+255\s/.exec(text);
  if (plain !== null) return { width: Number(plain[2]), height: Number(plain[3]), depth: plain[1] === '5' ? 1 : 3, bytes: plain[0].length };
  const named = /^P7\n[^]*?ENDHDR\n/.exec(text)?.[0];
  if (named === undefined) return null;
  const [width = 0, height = 0, depth = 0, most] = ['WIDTH', 'HEIGHT', 'DEPTH', 'MAXVAL'].map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(named)?.[1]),
  );
  return most === 255 && depth >= 1 && depth <= 4 ? { width, height, depth, bytes: named.length } : null;
}

/** The same as a file. */
export function ppmOf({ width, height, rgb }: Picture): Uint8Array {
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`, 'latin1'), rgb]);
}

/** Upright: as EXIF's orientation (1 to 8) says that the stored picture is to be shown. */
export function turned(picture: Picture, orientation: number): Picture {
  if (!(orientation > 1 && orientation <= 8)) return picture;
  const { width, height, rgb } = picture;
  const isOnSide = orientation >= 5;
  const [across, down] = isOnSide ? [height, width] : [width, height];
  const [fromRight, fromBelow] = [[2, 3, 7, 8].includes(orientation), [3, 4, 6, 7].includes(orientation)];
  const out = new Uint8Array(rgb.length);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const [column, row] = isOnSide ? [y, x] : [x, y];
      const from = 3 * ((fromBelow ? height - 1 - row : row) * width + (fromRight ? width - 1 - column : column));
      out.set(rgb.subarray(from, from + 3), 3 * (y * across + x));
    }
  }
  return { width: across, height: down, rgb: out };
}

/** At most `longest` dots on the longer side; a smaller picture stays as it is. */
export function atMost(picture: Picture, longest: number): Picture {
  const by = longest / Math.max(picture.width, picture.height);
  if (by >= 1) return picture;
  const side = (dots: number): number => Math.max(1, Math.round(dots * by));
  return averaged(picture, { width: side(picture.width), height: side(picture.height) });
}

/** Another size, of which each dot is the average of the area that it covers; a larger one repeats dots. */
export function averaged(picture: Picture, { width, height }: Pick<Picture, 'width' | 'height'>): Picture {
  if (picture.width === width && picture.height === height) return picture;
  const rows = summed(picture.rgb, { lines: picture.height, before: picture.width, after: width, isAcross: true });
  const dots = summed(rows, { lines: width, before: picture.height, after: height, isAcross: false });
  return { width, height, rgb: Uint8Array.from(dots, Math.round) };
}

/** `lines`: rows, if the dots of a row are averaged, else columns. `before`, `after`: dots on each of them. */
type Summing = { readonly lines: number; readonly before: number; readonly after: number; readonly isAcross: boolean };

/** Every line, with the dots of the new side in place of those of the old one. */
function summed(source: Uint8Array | Float32Array, { lines, before, after, isAcross }: Summing): Float32Array {
  const out = new Float32Array(lines * after * 3);
  const shares = sharesOf(before, after);
  const step = isAcross ? 3 : 3 * lines;
  for (let at = 0; at < after; at += 1) {
    const { first, weights } = shares[at] ?? NOTHING;
    for (let line = 0; line < lines; line += 1) {
      const into = isAcross ? 3 * (line * after + at) : 3 * (at * lines + line);
      let from = isAcross ? 3 * (line * before + first) : 3 * (first * lines + line);
      let [red, green, blue] = [0, 0, 0];
      for (let offset = 0; offset < weights.length; offset += 1, from += step) {
        const weight = weights[offset] ?? 0;
        red += (source[from] ?? 0) * weight;
        green += (source[from + 1] ?? 0) * weight;
        blue += (source[from + 2] ?? 0) * weight;
      }
      out[into] = red;
      out[into + 1] = green;
      out[into + 2] = blue;
    }
  }
  return out;
}

/** For a dot of the new side: the first dot of the old one that it covers, and how much of it and of those behind it. */
type Share = { readonly first: number; readonly weights: Float64Array };

const NOTHING: Share = { first: 0, weights: new Float64Array(0) };

function sharesOf(before: number, after: number): readonly Share[] {
  const by = before / after;
  return Array.from({ length: after }, (_, at) => {
    const [from, to] = [at * by, Math.min(before, (at + 1) * by)];
    const first = Math.floor(from);
    const last = Math.max(first, Math.ceil(to) - 1);
    const weights = Float64Array.from({ length: last - first + 1 }, (_none, offset) => {
      const dot = first + offset;
      return (Math.min(to, dot + 1) - Math.max(from, dot)) / (to - from);
    });
    return { first, weights };
  });
}
