import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '#test/corpus/listed.ts';
import { isInstalled, runProgram } from '../run-program.ts';
import { drawPage, type OnDisk } from './page-pictures.ts';
import { comparedPages, foundAgain, wordsIn } from './words.ts';

export type Words = {
  /** Of the pages that are compared. */
  readonly before: number;
  readonly foundAgain: number;
  readonly pages: number;
};
export type ReadDeps = { readonly language: string; readonly corpus: string };

const PAGES_MAX = 4;

export async function hasTesseract(): Promise<boolean> {
  return isInstalled(['tesseract', '--version']);
}

/** How many of the words that Tesseract reads in the original it reads in what was made too. Null if a page cannot be drawn. */
export async function compareWords(before: OnDisk, after: OnDisk, by: ReadDeps & { readonly pages: number }): Promise<Words | null> {
  const compared = comparedPages(by.pages, PAGES_MAX);
  let [all, found] = [0, 0];
  for (const page of compared) {
    const [first, second] = [await readWords(before, page, by), await readWords(after, page, by)];
    if (first === null || second === null) return null;
    all += first.length;
    found += foundAgain(first, second);
  }
  return { before: all, foundAgain: found, pages: compared.length };
}

/** What was read once is kept, by the picture's hash. */
async function readWords(of: OnDisk, page: number, { language, corpus }: ReadDeps): Promise<readonly string[] | null> {
  const into = mkdtempSync(join(tmpdir(), 'words-'));
  try {
    const picture = await drawPage(of, { page, into });
    if (picture === null) return null;
    mkdirSync(join(corpus, 'words'), { recursive: true });
    const known = join(corpus, 'words', `${sha256Of(readFileSync(picture))}-${language}.txt`);
    if (existsSync(known)) return wordsIn(readFileSync(known, 'utf8'));
    const { exit, out } = await runProgram(['tesseract', picture, '-', '-l', language, '--dpi', '300']);
    if (exit !== 0) return null;
    writeFileSync(known, out);
    return wordsIn(out.toString('utf8'));
  } finally {
    rmSync(into, { recursive: true });
  }
}
