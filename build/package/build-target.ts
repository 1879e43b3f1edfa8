import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Arch, build, type CliOptions, Platform } from 'electron-builder';
import type { Configuration } from '#shared/app-api/installation.ts';
import type { UpdateKeys } from '#shared/domain/update.ts';
import type { Signing } from './signing.ts';

export type Feed = { readonly url: string; readonly keys: UpdateKeys };

export type BuildAsk = {
  readonly root: string;
  /** `dir` is the unpacked content of the packages. */
  readonly target: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly output: string;
  /** Electron's own folder; null lets electron-builder download it, which it must for another processor than this machine's. */
  readonly electron: string | null;
  /** Where this build looks for newer versions, and the public keys, one of which must have signed them; null builds one that never looks. */
  readonly feed: Feed | null;
  /** Shown by the packages; null if none was given. */
  readonly homepage: string | null;
  /** Service and relay that a new profile begins with; null if none were named. */
  readonly configuration: Configuration | null;
  /** Maintainer of the Debian package, `Name <address>`; null if none was given. */
  readonly maintainer: string | null;
  /** fpm arguments for the Debian package for which electron-builder has no setting. */
  readonly debArguments: readonly string[];
  /** Fail rather than build an unsigned package, on Windows and macOS. */
  readonly signed: boolean;
  /** The signer (build/package/signing.ts). */
  readonly signing: Signing['config'];
  /** An app that was built, and signed, before: the package is made of it as it is. */
  readonly prepackaged: Prepackaged | null;
};

export type Prepackaged = { readonly app: string; readonly arch: 'x64' | 'arm64' };

/** A Debian package must name a homepage. This one never resolves (RFC 2606), and says why to whoever reads it. */
export const NO_HOMEPAGE = 'https://no-homepage-was-given.invalid/';

/** The same for the maintainer: a well-formed address that no mail ever reaches. */
export const NO_MAINTAINER = 'Intray <nobody@no-maintainer-was-given.invalid>';

/** Builds one package with electron-builder.yml. Returns the files created; throws electron-builder's errors. */
export async function buildTarget(ask: BuildAsk): Promise<readonly string[]> {
  // electron-builder's own variable for the system is the one it runs on.
  process.env['INTRAY_BUILDS_FOR'] = ask.platform;
  return build({
    projectDir: ask.root,
    targets: PLATFORMS[ask.platform].createTarget(
      [ask.target],
      ...(ask.prepackaged === null ? archs(ask.platform) : [Arch[ask.prepackaged.arch]]),
    ),
    ...(ask.prepackaged === null ? {} : { prepackaged: ask.prepackaged.app }),
    publish: 'never',
    config: {
      directories: { output: ask.output },
      ...ask.signing,
      forceCodeSigning: ask.signed && ask.platform !== 'linux',
      ...(ask.electron === null ? {} : { electronDist: ask.electron }),
      linux: { maintainer: ask.maintainer ?? NO_MAINTAINER },
      deb: { fpm: [...ask.debArguments] },
      publish: ask.feed === null ? null : [feedOf(ask.feed)],
      extraMetadata: {
        homepage: ask.homepage ?? NO_HOMEPAGE,
        ...(ask.feed === null ? {} : { updateKeys: ask.feed.keys }),
        ...(ask.configuration === null ? {} : { configuration: ask.configuration }),
      },
    },
  } satisfies CliOptions);
}

/** Ranges are requested one by one: GitHub's releases, and most file hosts, do not return several ranges in one answer. */
function feedOf({ url }: Feed) {
  return { provider: 'generic', url, useMultipleRangeRequest: false } as const;
}

const PLATFORMS = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS };

/** Macs have two processor types; one machine builds the packages for both. */
function archs(platform: BuildAsk['platform']): readonly Arch[] {
  if (platform === 'darwin') return [Arch.x64, Arch.arm64];
  return [process.arch === 'arm64' ? Arch.arm64 : Arch.x64];
}

/** Folder of Electron's binary, if it was installed. Electron's package is not imported for this, since that would start a download. */
export function electronFolder(root: string): string | null {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules', 'electron', 'dist');
  const program = { darwin: 'Electron.app', win32: 'electron.exe' }[process.platform as 'darwin'] ?? 'electron';
  return existsSync(join(folder, program)) ? folder : null;
}
