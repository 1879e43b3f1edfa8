import { seededRandom } from '#test/support/seeded-random.ts';

/** Three bytes for each dot. */
export type Raster = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };
export type Depth = 'bits' | 'grey' | 'colour';
export type ScanOf = { readonly seed: number; readonly depth: Depth; readonly degrees: number; readonly noise: number };

const PAPER = [247, 244, 236] as const;
/** How much darker the page is at its lower end: the lamp of a cheap scanner. */
const FADE = 12;
const NOISES = 65_521;
const BLACK_BELOW = 150;

/** A drawn page as a scanner sees it: not quite straight, on paper that is not quite white, with noise. The same seed gives the same dots. */
export function scanned(of: Raster, { seed, depth, degrees, noise }: ScanOf): Buffer {
  const { width, height } = of;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const grain = noiseTable(seed, noise);
  const samples = depth === 'colour' ? 3 : 1;
  const out = Buffer.alloc(width * height * samples);
  let [at, n] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    const light = 1 - (FADE * y) / height / 255;
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = [
        (x - width / 2) * cos + (y - height / 2) * sin + width / 2,
        (y - height / 2) * cos - (x - width / 2) * sin + height / 2,
      ];
      n = (n + 7_919 + (y % 61)) % NOISES;
      if (samples === 3) {
        for (let channel = 0; channel < 3; channel += 1) {
          out[at + channel] = level(
            (sampled(of, fromX, fromY, channel) * (PAPER[channel] ?? 0) * light) / 255 + (grain[(n + channel * 31) % NOISES] ?? 0),
          );
        }
      } else {
        const green = sampled(of, fromX, fromY, 1) * 0.6 + sampled(of, fromX, fromY, 0) * 0.3 + sampled(of, fromX, fromY, 2) * 0.1;
        out[at] = level((green * PAPER[1] * light) / 255 + (grain[n] ?? 0));
      }
      at += samples;
    }
  }
  return depth === 'bits'
    ? portableBitmap(out, of)
    : Buffer.concat([Buffer.from(`P${samples === 3 ? 6 : 5}\n${width} ${height}\n255\n`), out]);
}

/** Normally distributed, with this deviation. */
function noiseTable(seed: number, deviation: number): Float32Array {
  const random = seededRandom(seed);
  const sum = (): number => random.fraction() + random.fraction() + random.fraction() + random.fraction() - 2;
  return Float32Array.from({ length: NOISES }, () => sum() * Math.sqrt(3) * deviation);
}

/** White outside of the page. */
function sampled({ width, height, rgb }: Raster, x: number, y: number, channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return 255;
  const [partX, partY] = [x - left, y - top];
  const first = (top * width + left) * 3 + channel;
  const second = first + width * 3;
  const upper = (rgb[first] ?? 0) * (1 - partX) + (rgb[first + 3] ?? 0) * partX;
  return upper * (1 - partY) + ((rgb[second] ?? 0) * (1 - partX) + (rgb[second + 3] ?? 0) * partX) * partY;
}

function level(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function portableBitmap(grey: Uint8Array, { width, height }: Raster): Buffer {
  const rowBytes = Math.ceil(width / 8);
  const bits = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place = y * rowBytes + (x >> 3);
      if ((grey[y * width + x] ?? 255) < BLACK_BELOW) bits[place] = (bits[place] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), bits]);
}
