import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBuilder, type InlineConfig } from 'vite';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import config from '../../../vite.config.ts';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

const SAMPLES = join(import.meta.dirname, '../../support/conversions');

/** Builds the process that converts, as the headless host has it, and a module that asks for the constant. */
async function built(): Promise<string> {
  const root = join(import.meta.dirname, '../../..');
  const folder = tempFolder();
  const { headless } = config.environments ?? {};
  const input = {
    'conversion-process': join(root, 'electron/conversion/process/main.ts'),
    'vips-thread': join(root, 'electron/conversion/vips/thread.ts'),
    constant: join(root, 'shared/domain/item/conversion/heic-built-in.ts'),
  };
  const asked: InlineConfig = {
    root,
    base: config.base ?? '/',
    configFile: false,
    logLevel: 'error',
    plugins: (config.plugins ?? []).filter((plugin) => !isNamed(plugin, 'note-packages')),
    environments: {
      headless: {
        ...headless,
        build: {
          ...headless?.build,
          outDir: folder,
          rolldownOptions: { ...headless?.build?.rolldownOptions, input, preserveEntrySignatures: 'strict' },
        },
      },
    },
    builder: { sharedConfigBuild: true },
  };
  const builder = await createBuilder(asked, null);
  const environment = builder.environments['headless'];
  if (environment === undefined) throw new Error('no such environment');
  await builder.build(environment);
  return folder;
}

function isNamed(plugin: unknown, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}

/** Files of the build that have a part of the decoder: its name stands in its own code. */
function withDecoder(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(js|wasm)$/.test(path));
  return files.filter((path) => path.includes('libheif') || readFileSync(join(folder, path)).includes('heif_context_alloc'));
}

async function convertedBy(folder: string, name: string, kind: 'heic' | 'avif') {
  const converter = forkedConverter({
    clock: nodeClock(),
    log: recordingLog(),
    file: pathToFileURL(join(folder, 'conversion-process.js')),
  });
  onTestFinished(() => converter.end());
  const [path, root] = [join(SAMPLES, name), SAMPLES];
  const copy = { path: join(tempFolder(), 'copy'), itemId: '00000000-0000-4000-8000-000000000001' as ItemId };
  const of = { path, root, sha256: hex(nodeSha256([readFileSync(path)])), kind, password: null, copy };
  return converter.convert(of, { progress: () => undefined, stop: new AbortController().signal });
}

const constantIn = async (folder: string): Promise<unknown> => {
  const read = (await import(pathToFileURL(join(folder, 'constant.js')).href)) as Readonly<Record<string, unknown>>;
  return read['IS_HEIC_BUILT_IN'];
};

describe('a build', { timeout: 120_000 }, () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('has no part of the decoder of HEIC with INTRAY_WITHOUT_HEIC=1, and still converts AVIF', async () => {
    vi.stubEnv('INTRAY_WITHOUT_HEIC', '1');
    const folder = await built();
    expect(withDecoder(folder)).toEqual([]);
    expect(await constantIn(folder)).toBe(false);
    expect(await convertedBy(folder, 'photo.heic', 'heic')).toEqual(fail('not-understood'));
    expect(await convertedBy(folder, 'photo.avif', 'avif')).toMatchObject({ ok: true, value: { from: 'avif' } });
  });

  it('has it otherwise', async () => {
    const folder = await built();
    expect(withDecoder(folder)).toContain(join('wasm', 'libheif.wasm'));
    expect(await constantIn(folder)).toBe(true);
    expect(await convertedBy(folder, 'photo.heic', 'heic')).toMatchObject({ ok: true, value: { from: 'heic' } });
  });
});
