import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { deflateSync, inflateSync } from 'node:zlib';
import { atMost, type Picture, pictureOf, ppmOf } from './picture.ts';
import { LONGEST, type PageAt, type Reader } from './readers/reader.ts';

/** What readers draw, kept by the hash of the file. */
export class Drawn {
  readonly #folder: string | null;

  /** `folder`: where pictures are kept, a few hundred kilobytes for each page; null keeps nothing. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** At most 1,024 dots on the longer side. Null if the reader cannot read it. `sha256`: of the file. */
  async of(reader: Reader, page: PageAt & { readonly sha256: string }): Promise<Picture | null> {
    if (this.#folder === null) return await fresh(reader, page);
    const folder = join(this.#folder, page.sha256.slice(0, 2));
    const kept = join(folder, `${page.sha256}-${page.index}-${reader.name.replaceAll(' ', '-')}`);
    if (existsSync(kept)) return pictureOf(inflateSync(readFileSync(kept)));
    const picture = await fresh(reader, page);
    mkdirSync(folder, { recursive: true });
    const partly = `${kept}.${process.pid}`;
    writeFileSync(partly, deflateSync(picture === null ? Buffer.alloc(0) : ppmOf(picture), { level: 1 }));
    renameSync(partly, kept);
    return picture;
  }
}

async function fresh(reader: Reader, page: PageAt): Promise<Picture | null> {
  const drawn = await reader.draw(page);
  return drawn === null ? null : atMost(drawn, LONGEST);
}
