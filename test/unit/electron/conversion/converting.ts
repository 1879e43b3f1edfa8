import { codecBytes } from '#electron/conversion/process/codec-files.ts';
import type { ConvertDeps } from '#electron/conversion/picture.ts';
import { loadVips } from '#electron/conversion/vips/load-vips.ts';

/** What converts files in the process of the test. libvips is loaded once for all of its tests. */
export async function converting(by: Partial<ConvertDeps> = {}): Promise<ConvertDeps> {
  return { codec: codecBytes, vips: await loadVips(), onPage: async () => undefined, ...by };
}
