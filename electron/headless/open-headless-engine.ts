import { arch, homedir, hostname, release, tmpdir, type } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Engine, EngineFault } from '#electron/engine/engine.ts';
import type { RunsOn } from '#shared/app-api/diagnostics.ts';
import { openEngine } from '#electron/engine/open-when-ready.ts';
import { endingProcesses } from '#electron/file-process/ended-children.ts';
import type { Disks } from '#electron/file-process/open-disks.ts';
import { claimProfile } from '#electron/platform/claim-profile.ts';
import { makePrivate } from '#electron/platform/make-private.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { endAtOnce } from '../platform/parent-process.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { gunzip } from '#shared/node/http/gunzip.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Converter } from '#shared/ports/converter.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { World } from '#shared/ports/world.ts';

/** The same from source and from the bundle: both are two folders deep. */
const FONTS = fileURLToPath(new URL('../../build/fonts', import.meta.url));

/** `disks`: the disks that `files` comes from. `converter`: the process that converts files. */
export type HostWorld = World & { readonly disks?: Pick<Disks, 'reader' | 'end'>; readonly converter?: Converter & { end(): void } };

/** Opens the engine on this profile without starting it. It has no dialogs and no file manager, because nobody may sit at this computer. */
export async function openHeadlessEngine(
  world: HostWorld,
  about: {
    readonly profile: string;
    readonly version: string;
    readonly environment?: Readonly<Record<string, string | undefined>>;
    readonly key?: RunsOn['key'];
  },
): Promise<Result<Engine, EngineFault>> {
  const { profile, version, environment = {}, key = null } = about;
  const made = await openEngine(world, {
    profile,
    host: 'headless',
    version,
    // Intl would give the same, for 30 ms and 8 MB more.
    locale: navigator.language,
    deviceName: hostname(),
    home: homedir(),
    surroundings: { temp: tmpdir(), env: process.env },
    sha256: nodeSha256,
    unpack: gunzip(WEBHOOK_BYTES_MAX),
    digest: nodeDigest,
    reader: world.disks?.reader ?? (await readInThisProcess(world)),
    ...(world.converter === undefined ? {} : { converter: world.converter }),
    onLostJournal: () => endAtOnce(world.log),
    // There is no system setting to ask: a server has only its environment.
    proxies: { environment, system: null },
    runsOn: { node: process.versions.node, electron: null, system: `${type()} ${release()} ${arch()}`, key },
    chooseFolder: null,
    reveal: null,
    run: world.random.uuid(),
    claim: (place) => claimProfile(place, world),
    makePrivate,
    fontFolder: FONTS,
    ...(import.meta.url.endsWith('.js') ? { pagesThread: new URL('./pages-thread.js', import.meta.url) } : {}),
  });
  if (!made.ok) return made;
  const processes = [world.disks, world.converter].filter((one) => one !== undefined);
  return ok(endingProcesses(made.value, processes));
}

/** Loaded only where there is no process that reads files: a start would carry the whole inspection. */
async function readInThisProcess({ files }: World): Promise<FileReader> {
  const { readHere } = await import('#electron/intake/inspect/read-here.ts');
  return readHere({ files, digest: nodeDigest });
}
