import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import { NO_BLOCKS } from '#test/support/why-skipped.ts';

/**
 * A disk that reports like a cloud-synced one about a file whose content is not there. If the real disk can store a file without blocks, it
 * reports that itself; elsewhere a file of nothing but zeros represents one. test/unit/electron/platform/files/placeholders.test.ts shows
 * which files the product treats as such.
 */
export function withoutBlocks(real: Files): Pick<Files, 'list' | 'read'> {
  if (NO_BLOCKS === null) return { list: (path) => real.list(path), read: (path, options) => real.read(path, options) };
  return {
    list: async (path) => {
      const listed = await real.list(path);
      if (!listed.ok) return listed;
      const told = listed.value.map((entry) =>
        entry.stat.kind === 'file' && isEmptied(join(path, entry.name)) ? { ...entry, special: 'placeholder' as const } : entry,
      );
      return { ...listed, value: told };
    },
    read: async (path, options) =>
      options.fetch !== true && isEmptied(path) ? fail({ kind: 'in-cloud', code: 'IN_CLOUD' }) : real.read(path, options),
  };
}

/** Whether it has a size and no content. */
export function isEmptied(path: string): boolean {
  try {
    const bytes = readFileSync(path);
    return bytes.byteLength > 0 && bytes.every((byte) => byte === 0);
  } catch {
    // It is gone, or somebody is writing it.
    return false;
  }
}
