import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import { NO_BLOCKS } from '#test/support/why-skipped.ts';

/**
 * The disk as one that syncs with a cloud tells of a file whose content is not there. Where the real disk can be brought to hold a file without
 * blocks, it tells so itself; elsewhere a file of nothing but zeros stands for one. Which files the product takes for such is shown by
 * test/unit/electron/platform/files/placeholders.test.ts.
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
    // It is gone, or somebody writes it.
    return false;
  }
}
