import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkedConverter } from '#electron/conversion/forked-converter.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/hex.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { unless } from '#test/support/why-skipped.ts';

const HOSTS = ['main', 'headless'] as const;
const notBuilt = HOSTS.every((host) => existsSync(join('dist', host, 'main.js'))) ? null : 'nothing is built: npm run build';
const SAMPLES = resolve('test/support');
const FILES = [
  ['conversions/photo.heic', 'heic', null],
  ['conversions/photo.avif', 'avif', null],
  ['conversions/lossy.webp', 'webp', null],
  ['conversions/g4.tiff', 'tiff', null],
  ['locked-pdfs/closed-r6.pdf', 'pdf', 'secret'],
] as const;

describe('the built process that converts', unless(notBuilt), () => {
  it.each(HOSTS)(
    'finds its codecs beside the host “%s”, and that of HEIC in the window',
    async (host) => {
      const file = pathToFileURL(resolve('dist', host, 'conversion-process.js'));
      const converter = forkedConverter({ clock: nodeClock(), log: recordingLog(), file });
      onTestFinished(() => converter.end());
      for (const [name, kind, password] of FILES) {
        const path = join(SAMPLES, name);
        const copy = { path: join(tempFolder(), 'copy'), itemId: '00000000-0000-4000-8000-000000000001' as ItemId };
        const of = { path, root: SAMPLES, sha256: hex(nodeSha256([readFileSync(path)])), kind, password, copy };
        const made = await converter.convert(of, { progress: () => undefined, stop: new AbortController().signal });
        expect([name, made]).toMatchObject([name, { ok: true, value: { from: kind } }]);
      }
    },
    60_000,
  );
});
