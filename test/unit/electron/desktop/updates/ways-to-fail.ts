import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AppUpdater, MacUpdater } from 'electron-updater';
import { vi } from 'vitest';
import { CheckedDebUpdater } from '#electron/desktop/updates/checked-deb-updater.ts';
import { KeptAppImageUpdater } from '#electron/desktop/updates/kept-app-image-updater.ts';
import { PersonalNsisUpdater } from '#electron/desktop/updates/personal-nsis-updater.ts';
import type { InstallFault } from '#shared/app-api/updates.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINUX_PACKAGES } from '#test/support/why-skipped.ts';
import { type Installation, type Installed, OWN } from './installation.ts';
import type { Offer } from './loopback-feed.ts';
import type { SquirrelAnswers } from './stand-in-squirrel.ts';

export type Row = Installed<AppUpdater> & {
  readonly offer?: Partial<Offer>;
  readonly squirrel?: SquirrelAnswers;
  /** What the system does differently than expected, between the last check and the end. */
  readonly harm?: (place: Installation) => void;
  readonly why: InstallFault;
};

class AsUser extends CheckedDebUpdater {
  protected override readonly secondsMax = '2';
  override isRunningAsRoot(): boolean {
    return false;
  }
}

export const PENDING = 'intray-updater/pending';
/** What concerns no particular system is shown with this system's package. */
export const OWN_ROW = { Updater: OWN.Updater, offer: { ending: OWN.ending } };

export const ROWS: Readonly<Record<string, Row>> = {
  'AppImage, whose folder turned out to take no files': { Updater: KeptAppImageUpdater, harm: toProc, why: 'refused' },
  'AppImage, whose folder is gone': { Updater: KeptAppImageUpdater, harm: toNowhere, why: 'refused' },
  'AppImage, of which the new one cannot be started': {
    Updater: KeptAppImageUpdater,
    offer: { holds: '#!/there/is/no/such/program\n' },
    why: 'refused',
  },
  'AppImage, and the package was exchanged': { Updater: KeptAppImageUpdater, harm: exchange, why: 'changed' },
  'deb, and the question for the password is closed': deb('exit 126', 'not-allowed'),
  'deb, and nobody asks for the password': deb('exit 127', 'not-allowed'),
  'deb, and the question is never answered': deb('sleep 60', 'not-allowed'),
  'deb, and pkexec is gone': deb(null, 'not-allowed'),
  'deb, which dpkg refuses': deb('shift; PATH="$(dirname "$0"):$PATH" exec "$@"', 'refused'),
  'Windows, and the installer may not be started': { Updater: PersonalNsisUpdater, offer: { ending: 'exe' }, why: 'refused' },
  'Windows, and the installer is gone': { Updater: PersonalNsisUpdater, offer: { ending: 'exe' }, harm: remove, why: 'changed' },
  'Windows, and the installer is no program': {
    Updater: PersonalNsisUpdater,
    offer: { ending: 'exe', holds: '#!/there/is/no/such/program\n' },
    harm: makeExecutable,
    why: 'refused',
  },
  'macOS, and Squirrel says an error later': { ...mac({ installs: 'refuses' }), why: 'refused' },
  'macOS, and Squirrel says an error at once': { ...mac({ installs: 'refuses-at-once' }), why: 'refused' },
  'macOS, and Squirrel does nothing': { ...mac({ installs: 'silent' }), why: 'silent' },
};

/** Installations that happen without a user; where a password is asked for, one is present. */
export const ALONE = Object.entries(ROWS).filter(([, { asks }]) => asks !== true);

export function whyNot({ Updater }: Row): string | null {
  return [KeptAppImageUpdater, CheckedDebUpdater].some(
    ({ prototype }) => prototype.isPrototypeOf(Updater.prototype) || prototype === Updater.prototype,
  )
    ? NO_LINUX_PACKAGES
    : null;
}

export function mac(squirrel: SquirrelAnswers) {
  return { Updater: MacUpdater as unknown as Row['Updater'], offer: { ending: 'zip' as const }, squirrel };
}

/** With a program in place of pkexec, and a dpkg that refuses; null: without one. */
function deb(pkexec: string | null, why: InstallFault): Row {
  class WithPkexec extends AsUser {
    protected override readonly asks = pkexec === null ? '/there/is/no/such/program' : programs(pkexec);
  }
  return { Updater: WithPkexec, asks: true, offer: { ending: 'deb' }, why };
}

function programs(pkexec: string): string {
  const folder = tempFolder();
  for (const [name, does] of [
    ['pkexec', pkexec],
    ['dpkg', 'exit 2'],
    ['apt-get', 'exit 100'],
  ] as const) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return join(folder, 'pkexec');
}

/** In /proc only the kernel creates files: even root is refused. */
function toProc(): void {
  vi.stubEnv('APPIMAGE', '/proc/version');
}

function toNowhere({ folder }: Installation): void {
  vi.stubEnv('APPIMAGE', join(folder, 'Intray.AppImage', 'Intray.AppImage'));
}

function packageOf({ folder }: Installation): string {
  const pending = join(folder, PENDING);
  return join(pending, readdirSync(pending).find((name) => name.startsWith('Intray-')) ?? 'none');
}

export function exchange(place: Installation): void {
  writeFileSync(packageOf(place), 'another program');
}

function remove(place: Installation): void {
  rmSync(packageOf(place));
}

function makeExecutable(place: Installation): void {
  chmodSync(packageOf(place), 0o755);
}
