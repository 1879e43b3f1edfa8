import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Arch, build, type CliOptions, Platform } from 'electron-builder';
import type { UpdateKeys } from '#shared/domain/update.ts';
import type { Signing } from './signing.ts';

export type Feed = { readonly url: string; readonly keys: UpdateKeys };

export type BuildAsk = {
  readonly root: string;
  /** `dir`: what is put into the packages, not packed. */
  readonly target: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly output: string;
  /** Electron's own folder; null lets electron-builder fetch it, as it has to for another processor than this machine's. */
  readonly electron: string | null;
  /** Where this build asks for newer versions, and the public keys of which one has to have signed them; null builds one that asks nobody. */
  readonly feed: Feed | null;
  /** Shown by the packages; null where nobody gave one. */
  readonly homepage: string | null;
  /** Of the Debian package, `Name <address>`; null where nobody gave one. */
  readonly maintainer: string | null;
  /** What fpm is told for the Debian package that electron-builder has no setting for. */
  readonly debArguments: readonly string[];
  /** Fail rather than make an unsigned one, on Windows and macOS. */
  readonly signed: boolean;
  /** By whom (build/package/signing.ts). */
  readonly signing: Signing['config'];
};

/** A Debian package has to name one. This leads nowhere for good (RFC 2606), and says so to whoever reads it. */
export const NO_HOMEPAGE = 'https://no-homepage-was-given.invalid/';

/** The same, of who answers for it: an address that is well formed, and that no letter ever reaches. */
export const NO_MAINTAINER = 'Intray <nobody@no-maintainer-was-given.invalid>';

/** Builds one package with electron-builder.yml; returns the files made. Throws what electron-builder says. */
export async function buildTarget(ask: BuildAsk): Promise<readonly string[]> {
  // electron-builder's own word for the system is that of the machine it runs on.
  process.env['INTRAY_BUILDS_FOR'] = ask.platform;
  return build({
    projectDir: ask.root,
    targets: PLATFORMS[ask.platform].createTarget([ask.target], ...archs(ask.platform)),
    publish: 'never',
    config: {
      directories: { output: ask.output },
      ...ask.signing,
      forceCodeSigning: ask.signed && ask.platform !== 'linux',
      ...(ask.electron === null ? {} : { electronDist: ask.electron }),
      linux: { maintainer: ask.maintainer ?? NO_MAINTAINER },
      deb: { fpm: [...ask.debArguments] },
      publish: ask.feed === null ? null : [feedOf(ask.feed)],
      extraMetadata: { homepage: ask.homepage ?? NO_HOMEPAGE, ...(ask.feed === null ? {} : { updateKeys: ask.feed.keys }) },
    },
  } satisfies CliOptions);
}

/** Parts are asked for one by one: GitHub's releases, and most places that only keep files, give no several parts in one answer. */
function feedOf({ url }: Feed) {
  return { provider: 'generic', url, useMultipleRangeRequest: false } as const;
}

const PLATFORMS = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS };

/** Macs have two processors; one machine makes the packages of both. */
function archs(platform: BuildAsk['platform']): readonly Arch[] {
  if (platform === 'darwin') return [Arch.x64, Arch.arm64];
  return [process.arch === 'arm64' ? Arch.arm64 : Arch.x64];
}

/** Where Electron's own program lies when it was installed; its package is never asked, since that would begin to download. */
export function electronFolder(root: string): string | null {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules', 'electron', 'dist');
  const program = { darwin: 'Electron.app', win32: 'electron.exe' }[process.platform as 'darwin'] ?? 'electron';
  return existsSync(join(folder, program)) ? folder : null;
}
