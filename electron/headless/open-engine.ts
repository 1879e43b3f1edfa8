import { homedir, hostname } from 'node:os';
import type { App, AppFault } from '#electron/app-shape.ts';
import { createApp } from '#electron/app.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import type { Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';

/** The engine on this profile, not yet started; no dialogs and no file manager, because nobody may sit at this computer. */
export async function openEngine(
  world: World,
  about: { readonly profile: string; readonly version: string; readonly environment?: Readonly<Record<string, string | undefined>> },
): Promise<Result<App, AppFault>> {
  const { profile, version, environment = {} } = about;
  const folder = await world.files.makeFolder(profile);
  if (!folder.ok) return { ok: false, failure: { kind: 'unreadable', detail: folder.failure.code } };
  return createApp(world, {
    profile,
    host: 'headless',
    version,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    deviceName: hostname(),
    home: homedir(),
    sha256: nodeSha256,
    digest: nodeDigest,
    // No system to ask: the environment is what a server has.
    proxies: { environment, system: null },
    chooseFolder: null,
    reveal: null,
  });
}
