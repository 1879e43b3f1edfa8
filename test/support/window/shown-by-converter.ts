import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import type { ShownVersion } from '#electron/delivery/conversion/shown-version.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { removeFolder, scratchFolder } from '../scratch-folder.ts';

const NEVER = new AbortController().signal;
const known = new Map<string, Promise<Result<ShownVersion, BytesFault>>>();

/** What a TIFF is looked at by: the real process that converts makes it, once for the same bytes. */
export function shownByConverter(itemId: Item['id'], bytes: Uint8Array): Promise<Result<ShownVersion, BytesFault>> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const shown = known.get(sha256) ?? converted(itemId, bytes, sha256);
  known.set(sha256, shown);
  return shown;
}

async function converted(itemId: Item['id'], bytes: Uint8Array, sha256: string): Promise<Result<ShownVersion, BytesFault>> {
  const root = scratchFolder('shown');
  const [path, copy] = [join(root, 'scan.tiff'), join(root, 'copy')];
  writeFileSync(path, bytes);
  const file = new URL('../../../electron/conversion/process/main.ts', import.meta.url);
  const converter = forkedConverter({ clock: nodeClock(), log: { warn: () => undefined }, file });
  try {
    const of = { path, root, sha256, kind: 'tiff', password: null, copy: { path: copy, itemId } } as const;
    const made = await converter.convert(of, { progress: () => undefined, stop: NEVER });
    if (!made.ok)
      return fail(made.failure === 'too-many-pages' ? 'too-many-pages' : made.failure === 'too-many-pixels' ? 'too-large' : 'damaged');
    return ok({ bytes: new Uint8Array(readFileSync(copy)).subarray(COPY_HEADER_BYTES), mediaType: made.value.mediaType });
  } finally {
    converter.end();
    removeFolder(root);
  }
}
