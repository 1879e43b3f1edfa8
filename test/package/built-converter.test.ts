import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CONVERSION_RIGHTS, forkedConverter } from '#electron/conversion/process-converter.ts';
import { nodeOptions } from '#electron/file-process/child-options.ts';
import { forkProcess, networkNamespaces } from '#electron/file-process/fork-child.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { NO_NETWORK_LACK } from '#test/support/doors/doors.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

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
      const log = recordingLog();
      const converter = forkedConverter({ clock: nodeClock(), log, file });
      onTestFinished(() => converter.end());
      for (const [name, kind, password] of FILES) {
        const path = join(SAMPLES, name);
        const copy = { path: join(tempFolder(), 'copy'), itemId: '00000000-0000-4000-8000-000000000001' as ItemId };
        const of = { path, root: SAMPLES, sha256: hex(nodeSha256([readFileSync(path)])), kind, password, copy };
        const made = await converter.convert(of, { progress: () => undefined, stop: new AbortController().signal });
        expect([name, made]).toMatchObject([name, { ok: true, value: { from: kind } }]);
      }
      // What it reports of itself: memory, code of strings, permissions and, where there can be none, the network.
      const lacked = (await networkNamespaces().launcher()) === null ? NO_NETWORK_LACK : [];
      expect(log.lines.flatMap(({ fields }) => fields['lacks'] ?? [])).toEqual(lacked);
    },
    60_000,
  );

  it.each(['conversion-process', 'file-process'])(
    'is apart from the rest of the computer, and its start says nothing of a file: %s',
    unless(NO_PROC),
    async (name) => {
      const [file, token] = [resolve('dist', 'headless', `${name}.js`), 'INTRAY_TEST_TOKEN'];
      process.env[token] = 'secret';
      onTestFinished(() => void Reflect.deleteProperty(process.env, token));
      const child = forkProcess<object, { readonly kind: string }>(pathToFileURL(file), { output: 'ignored', rights: CONVERSION_RIGHTS })();
      onTestFinished(() => child.kill());
      await new Promise((said) => child.onSaid(said));
      const pid = startedHere(file);
      const [words, environment] = ['cmdline', 'environ'].map((of) =>
        readFileSync(`/proc/${pid}/${of}`, 'latin1')
          .split('\0')
          .filter((one) => one !== ''),
      );
      expect(words?.slice(1)).toEqual([...nodeOptions(CONVERSION_RIGHTS), file]);
      expect(environment?.map((one) => one.split('=')[0]).toSorted()).toEqual([
        'NODE_CHANNEL_FD',
        'NODE_CHANNEL_SERIALIZATION_MODE',
        'UV_THREADPOOL_SIZE',
      ]);
      const isApart = readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net');
      expect(isApart).toBe((await networkNamespaces().launcher()) !== null);
    },
  );
});

/** The number of the process of this program that runs the file. */
function startedHere(file: string): string {
  const own = readdirSync('/proc').filter((one) => /^\d+$/.test(one) && isOf(one, file));
  if (own.length !== 1) throw new Error(`${own.length} processes run ${file}`);
  return own.join('');
}

function isOf(pid: string, file: string): boolean {
  try {
    const parent = / \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
    return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(file);
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
