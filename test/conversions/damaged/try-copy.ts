import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '#test/corpus/listed.ts';
import type { Answered, Converting, Made } from '../converting.ts';
import type { Drawn } from '../pixels/drawn.ts';
import { type Difference, differenceOf } from '../pixels/difference.ts';
import { isWithin } from '../pixels/judge-page.ts';
import { madePages } from '../pixels/made-pages.ts';
import { READERS } from '../pixels/readers/readers.ts';
import type { PixelSample } from '../pixels/samples.ts';
import { type Damage, damagedOf } from './damage.ts';

/**
 * What became of a damaged copy. `refused`: nothing was made · `said`: made, with a remark · `complete`: made without a remark, and nothing is missing ·
 * `silent-loss`: made without a remark, and something is missing · `unchanged`: the damage does not change this file.
 */
export const COPY_OUTCOMES = ['refused', 'said', 'complete', 'silent-loss', 'unchanged'] as const;
export type CopyOutcome = (typeof COPY_OUTCOMES)[number];

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

export type TryBy = {
  readonly converting: Converting;
  readonly drawn: Drawn;
  /** What the whole file makes. */
  readonly whole: Made;
  /** Another file of the format. */
  readonly other: PixelSample;
  /** Where copies and what was made of them are left, if a person wants to look at them. */
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
