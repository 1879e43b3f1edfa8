import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '#test/corpus/listed.ts';
import type { Made } from '../converting.ts';
import type { Drawn } from './drawn.ts';
import type { Picture } from './picture.ts';
import type { PageAt, Reader } from './readers/reader.ts';

const KINDS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpeg', 'image/png': 'png' } as const satisfies Record<Made['mediaType'], string>;

/** `index`: from 0. `size`: of the original page in dots, if it is known. */
export type MadePageAt = Pick<PageAt, 'index' | 'size'>;

export type MadePages = {
  /** Null if the reader cannot draw it, or there is none. */
  draw(at: MadePageAt, readerOf: (kind: 'pdf' | 'jpeg' | 'png') => Reader | undefined): Promise<Picture | null>;
  end(): void;
};

/** What was made, as a file for the programs that draw it. */
export function madePages({ mediaType, bytes }: Pick<Made, 'mediaType' | 'bytes'>, drawn: Drawn): MadePages {
  const kind = KINDS[mediaType];
  const folder = mkdtempSync(join(tmpdir(), 'made-'));
  const path = join(folder, `made.${kind}`);
  writeFileSync(path, bytes);
  const sha256 = sha256Of(bytes);
  return {
    draw: async (at, readerOf) => {
      const reader = readerOf(kind);
      return reader === undefined ? null : await drawn.of(reader, { path, kind, password: null, ...at, sha256 });
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}
