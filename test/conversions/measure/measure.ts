import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import type { Sample } from '../listed.ts';
import { type Converted, convertMeasured } from './convert.ts';
import { countPages } from './page-pictures.ts';
import type { Usage } from './watch-usage.ts';
import { compareWords, type Words } from './read-words.ts';

export type Row = {
  readonly sample: Sample;
  readonly sha256: string;
  readonly bytes: number;
  /** As other programs count them; null if they cannot. */
  readonly pages: number | null;
  /** `made`, or the fault. */
  readonly outcome: string;
  readonly after: (Pick<Conversion, 'mediaType' | 'sha256'> & { readonly bytes: number; readonly pages: number | null }) | null;
  readonly seconds: number;
  readonly usage: Usage | null;
  /** `no-text`: a picture without text · `not-drawn`: other programs cannot draw it · `not-here`: Tesseract is not installed · null: nothing was made. */
  readonly words: Words | 'no-text' | 'not-drawn' | 'not-here' | null;
};

export type Setting = { readonly corpus: string; readonly hasTesseract: boolean };

/** Converts a file, and then compares what other programs see of it before and after. Null if the file is missing, or differs from the listed one. */
export async function startRow(
  sample: Sample,
  at: { readonly path: string; readonly sha256: string | null },
  setting: Setting,
): Promise<(() => Promise<Row>) | null> {
  if (!existsSync(at.path)) return null;
  const file = readFileSync(at.path);
  const sha256 = sha256Of(file);
  if (at.sha256 !== null && at.sha256 !== sha256) return null;
  const { kind, password } = sample;
  const converted = await convertMeasured({ path: at.path, sha256, kind, password });
  return async () => {
    const before = { path: at.path, kind, password };
    const pages = await countPages(before);
    const { answer, seconds, usage } = converted;
    const row = { sample, sha256, bytes: file.byteLength, pages, seconds, usage };
    if (!answer.ok) return { ...row, outcome: answer.failure, after: null, words: null };
    const made = await judge(converted, { ...setting, sample, path: at.path, pages });
    return { ...row, outcome: 'made', ...made };
  };
}

type Judged = Setting & { readonly sample: Sample; readonly path: string; readonly pages: number | null };

async function judge(
  { answer, bytes }: Converted,
  { sample, path, pages, corpus, hasTesseract }: Judged,
): Promise<Pick<Row, 'after' | 'words'>> {
  if (!answer.ok || bytes === null) return { after: null, words: null };
  const { mediaType, sha256 } = answer.value;
  const folder = mkdtempSync(join(tmpdir(), 'made-'));
  try {
    const kind = KINDS[mediaType];
    const made = { path: join(folder, `made.${kind}`), kind, password: null };
    writeFileSync(made.path, bytes);
    const after = { mediaType, sha256: sha256Of(bytes), bytes: bytes.byteLength, pages: await countPages(made) };
    if (after.sha256 !== sha256) throw new Error('the copy is not what was reported');
    const { language, kind: from, password } = sample;
    if (language === null) return { after, words: 'no-text' };
    if (!hasTesseract) return { after, words: 'not-here' };
    const words = await compareWords({ path, kind: from, password }, made, { language, corpus, pages: pages ?? 1 });
    return { after, words: words ?? 'not-drawn' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const KINDS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpeg', 'image/png': 'png' } as const satisfies Record<
  Conversion['mediaType'],
  string
>;

export const WORDS_SHARE_MIN = 0.98;

/** What is wrong with a row; empty if nothing is. */
export function complaints({ sample, pages, outcome, after, words }: Row): readonly string[] {
  const found: string[] = [];
  if (outcome !== sample.outcome) found.push(`${outcome}, expected: ${sample.outcome}`);
  if (after !== null && after.pages !== pages) found.push('another number of pages');
  if (after !== null && after.bytes > FILE_BYTES_MAX) found.push('too large for the service');
  if (words === 'not-here' || words === 'not-drawn') found.push('words not compared');
  if (typeof words === 'object' && words !== null && words.foundAgain < words.before * WORDS_SHARE_MIN) found.push('words lost');
  return found;
}
