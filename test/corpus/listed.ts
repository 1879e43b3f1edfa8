import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TakenKind } from '#shared/domain/item/problem.ts';

export type Listed = {
  readonly sha256: string;
  readonly bytes: number;
  readonly kind: TakenKind;
  /** A key of the list of sources. */
  readonly source: string;
  /** Inside its source. */
  readonly path: string;
};

/** The files themselves may not be redistributed with this project; what they are and where they come from may. */
const FILES = join(import.meta.dirname, '../../docs/corpus/files.tsv');

export function listedFiles(list: string = FILES): readonly Listed[] {
  if (!existsSync(list)) return [];
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [sha256 = '', bytes = '', kind = '', source = '', path = ''] = line.split('\t');
    return { sha256, bytes: Number(bytes), kind: kind as TakenKind, source, path };
  });
}

export function writeList(files: readonly Listed[]): void {
  const sorted = files.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const lines = sorted.map(({ sha256, bytes, kind, source, path }) => [sha256, bytes, kind, source, path].join('\t'));
  writeFileSync(FILES, ['sha256\tbytes\tkind\tsource\tpath', ...lines, ''].join('\n'));
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * By the formats' own signatures, not by our inspection, which would leave out whatever it does not know. Null for a type that the service
 * does not accept.
 */
export function kindOf(bytes: Uint8Array): TakenKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).toString('latin1');
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  return head.startsWith('BM') ? 'bmp' : null;
}

/** Where a gathered file is stored: by its content. */
export function placeOf(corpus: string, file: Pick<Listed, 'sha256' | 'kind'>): string {
  return join(corpus, 'files', `${file.sha256}.${file.kind}`);
}
