import { unreachable } from '#shared/lib/unreachable.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '#test/corpus/listed.ts';
import type { Answered, Converting, Made } from '../programs.ts';
import { type Drawn, madePages, type PixelSample } from '../pixels/measure-file.ts';
import { type Difference, differenceOf, isWithin } from '../pixels/judge-page.ts';
import { READERS } from '../pixels/readers/readers.ts';

/**
 * How a copy is damaged. `bytes-missing`: a transfer lost some · `ff-pages`: worn-out flash memory · `random`: a bad sector · `unaligned-zeros`: a
 * program wrote too little · `crlf`: sent as text, so that each LF became CR LF · `halves`: the beginning of one file and the rest of another ·
 * `aligned-zeros`: a hole, or a tail, that was never written.
 */
export const DAMAGES = ['bytes-missing', 'ff-pages', 'random', 'unaligned-zeros', 'crlf', 'halves', 'aligned-zeros'] as const;
export type Damage = (typeof DAMAGES)[number];

export type DamageHow = {
  readonly damage: Damage;
  /** Of the whole file, hexadecimal: the same hash and damage give the same copy. */
  readonly sha256: string;
  /** Another file of the same format, for `halves`. */
  readonly other: Uint8Array;
};

const BLOCK = 512;
const PAGE = 4_096;
/** In a smaller file a page of flash memory would be most of the file. */
const SMALL_FILE = 40_960;
/** The head of a file is left whole: a copy without it is refused by every reader, and shows nothing. */
const FROM_SHARE = 0.1;
const TRIES = 20;

/** A damaged copy. Null if the damage changes nothing: a file without line feeds, or with zeros where zeros would be. */
export function damagedOf(bytes: Uint8Array, { damage, sha256, other }: DamageHow): Uint8Array | null {
  const draw = drawingOf(`${sha256.slice(0, 7)}${DAMAGES.indexOf(damage)}`);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const copy = once(bytes, { damage, other, draw });
    if (Buffer.compare(copy, bytes) !== 0) return copy;
  }
  return null;
}

/** `between`: a whole number from the first to the last, both included. */
type Draw = { readonly between: (first: number, last: number) => number; readonly bytes: (count: number) => Uint8Array };

function drawingOf(seed: string): Draw {
  const random = seededRandom(Number.parseInt(seed, 16));
  return {
    between: (first, last) => first + Math.floor(random.fraction() * (Math.max(first, last) - first + 1)),
    bytes: (count) => random.bytes(count),
  };
}

type Once = { readonly damage: Damage; readonly other: Uint8Array; readonly draw: Draw };

function once(bytes: Uint8Array, { damage, other, draw }: Once): Uint8Array {
  const size = bytes.byteLength;
  const anywhere = (length: number): number => draw.between(Math.ceil(size * FROM_SHARE), size - length - 1);
  // A short file loses a twentieth at most, so that most of its picture is there.
  const short = (most: number): number => draw.between(1, Math.max(1, Math.min(most, Math.floor(size / 20))));
  switch (damage) {
    case 'bytes-missing': {
      const length = short(2_000);
      const from = anywhere(length);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
    }
    case 'ff-pages':
      return filled(bytes, { ...aligned(size, { unit: size < SMALL_FILE ? BLOCK : PAGE, count: draw.between(1, 2), draw }), value: 0xff });
    case 'random': {
      const length = short(PAGE);
      const copy = Uint8Array.from(bytes);
      copy.set(draw.bytes(length), anywhere(length));
      return copy;
    }
    case 'unaligned-zeros': {
      const length = short(5_000);
      const from = anywhere(length);
      return filled(bytes, { from, to: from + length, value: 0 });
    }
    case 'crlf':
      return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    case 'halves': {
      const from = Math.floor(size / 2);
      return Buffer.concat([bytes.subarray(0, from), other.subarray(Math.min(from, Math.floor(other.byteLength / 2)))]);
    }
    case 'aligned-zeros': {
      const isTail = draw.between(0, 1) === 1;
      const tail = { from: Math.floor(draw.between(Math.floor(size / 4), size - 1) / BLOCK) * BLOCK, to: size };
      return filled(bytes, { ...(isTail ? tail : aligned(size, { unit: BLOCK, count: draw.between(1, 16), draw })), value: 0 });
    }
    default:
      return unreachable(damage);
  }
}

type Aligned = { readonly unit: number; readonly count: number; readonly draw: Draw };

/** So many whole units, behind the first one. */
function aligned(size: number, { unit, count, draw }: Aligned): { readonly from: number; readonly to: number } {
  const units = Math.ceil(size / unit);
  const length = Math.max(1, Math.min(count, Math.floor(units / 10)));
  const first = draw.between(Math.min(units - 1, Math.max(1, Math.ceil(units * FROM_SHARE))), units - length);
  return { from: first * unit, to: Math.min(size, (first + length) * unit) };
}

type Filling = { readonly from: number; readonly to: number; readonly value: number };

function filled(bytes: Uint8Array, { from, to, value }: Filling): Uint8Array {
  return Uint8Array.from(bytes).fill(value, from, to);
}

/**
 * What became of a damaged copy. `refused`: nothing was made · `said`: made, with a remark · `complete`: made without a remark, and nothing is missing ·
 * `silent-loss`: made without a remark, and something is missing · `unchanged`: the damage does not change this file.
 */
export const COPY_OUTCOMES = ['refused', 'said', 'complete', 'silent-loss', 'unchanged'] as const;
type CopyOutcome = (typeof COPY_OUTCOMES)[number];

export type CopyRow = {
  readonly sample: PixelSample;
  readonly damage: Damage;
  readonly outcome: CopyOutcome;
  /** The fault, the remarks, or how much the two programs see missing. */
  readonly detail: string;
};

/**
 * From here on something is missing. The two versions are made by the same code from the same dots, so they do not differ at all where nothing is
 * damaged; a smaller difference is not seen on a page.
 */
export const LOSS: Difference = { mean: 1, worstTile: 8 };
const PAGES_MAX = 4;
const DRAWERS = [0, 1];

type TryBy = {
  readonly converting: Converting;
  readonly drawn: Drawn;
  /** What the whole file makes. */
  readonly whole: Made;
  /** Another file of the format. */
  readonly other: PixelSample;
  /** Where copies and what was made of them are left, if a user wants to look at them. */
  readonly keep: string | null;
};

/** Damages a copy, converts it, and compares what was made with what the whole file makes. */
export async function tryCopy(sample: PixelSample, damage: Damage, by: TryBy): Promise<CopyRow> {
  const { sha256, kind } = sample;
  const copy = damagedOf(readFileSync(sample.place), { damage, sha256, other: readFileSync(by.other.place) });
  if (copy === null) return { sample, damage, outcome: 'unchanged', detail: '' };
  const folder = mkdtempSync(join(tmpdir(), 'damaged-'));
  try {
    const path = join(folder, `copy.${kind}`);
    writeFileSync(path, copy);
    const answered = await by.converting.convert({ path, sha256: sha256Of(copy), kind, password: null });
    const row = { sample, damage, ...(await judge(answered, by)) };
    if (by.keep !== null) keep({ copy, answered, row }, by.keep);
    return row;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function judge({ made, fault }: Answered, { whole, drawn }: TryBy): Promise<Pick<CopyRow, 'outcome' | 'detail'>> {
  if (made === null) return { outcome: 'refused', detail: fault };
  if (made.remarks.length > 0) return { outcome: 'said', detail: made.remarks.join('; ') };
  const loss = await lossBetween(whole, made, drawn);
  return loss === null ? { outcome: 'complete', detail: '' } : { outcome: 'silent-loss', detail: loss };
}

/** What both programs see missing, in words; null if at least one of them shows no difference. */
async function lossBetween(whole: Made, made: Made, drawn: Drawn): Promise<string | null> {
  if (made.pages !== whole.pages) return `${whole.pages} pages became ${made.pages}`;
  if (Buffer.compare(whole.bytes, made.bytes) === 0) return null;
  const [before, after] = [madePages(whole, drawn), madePages(made, drawn)];
  try {
    for (let index = 0; index < Math.min(made.pages, PAGES_MAX); index += 1) {
      const seen: Difference[] = [];
      for (const drawer of DRAWERS) {
        const pictures = await Promise.all([before, after].map((of) => of.draw({ index, size: null }, (kind) => READERS[kind][drawer])));
        const [one, other] = pictures;
        if (one === null || one === undefined) continue;
        // What cannot be drawn any more is lost.
        seen.push(other === null || other === undefined ? { mean: Infinity, worstTile: Infinity } : differenceOf(one, other));
      }
      if (seen.length > 0 && seen.every((difference) => !isWithin(difference, LOSS)))
        return `page ${index + 1}: ${seen.map(({ mean, worstTile }) => `${mean.toFixed(1)}/${worstTile.toFixed(1)}`).join(', ')}`;
    }
    return null;
  } finally {
    before.end();
    after.end();
  }
}

type Kept = { readonly copy: Uint8Array; readonly answered: Answered; readonly row: CopyRow };

function keep({ copy, answered: { made }, row: { sample, damage, outcome } }: Kept, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const name = `${outcome}-${damage}-${sample.sha256.slice(0, 12)}`;
  writeFileSync(join(folder, `${name}.${sample.kind}`), copy);
  if (made !== null) writeFileSync(join(folder, `${name}.made.${made.mediaType.split('/')[1] ?? ''}`), made.bytes);
}
