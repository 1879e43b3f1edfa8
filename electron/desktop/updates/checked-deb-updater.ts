import { spawnSync } from 'node:child_process';
import { DebUpdater } from 'electron-updater';

/**
 * Runs as root, with the file and its signed hash. The file is copied once, into a folder that belongs to root, and that copy is compared and
 * installed: any program of this user can replace the original, even after it was compared.
 */
const AS_ROOT = `set -eu
umask 077
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cp -- "$1" "$folder/intray.deb"
printf '%s  %s\\n' "$2" "$folder/intray.deb" | sha512sum --check --status
dpkg -i "$folder/intray.deb" || apt-get install -f -y`;

/** Absolute paths, because this user's programs may come first in the search path. */
const PKEXEC = '/usr/bin/pkexec';
const TIMEOUT = '/usr/bin/timeout';
const DPKG = '/usr/bin/dpkg';
const NAME = 'intray-update';
const SECONDS_MAX = '300';
/** Exit codes of pkexec: the dialog was closed, or nobody could be asked. */
const NOT_ALLOWED = [126, 127];
/** Exit code of timeout. */
const NOT_ANSWERED = 124;

/** electron-updater's updater of Debian packages, which by itself lets root install whatever is in the cache at that moment. */
export class CheckedDebUpdater extends DebUpdater {
  /** Program that asks for the administrator's password. */
  protected readonly asks: string = PKEXEC;
  /** After this time the password dialog is closed, because nothing is sent while it is open. An installation begun by then runs to its end. */
  protected readonly secondsMax: string = SECONDS_MAX;

  /** Programs without which nothing can be installed. */
  get programs(): readonly string[] {
    return this.isRunningAsRoot() ? [DPKG] : [DPKG, TIMEOUT, this.asks];
  }

  protected override doInstall(options: Parameters<DebUpdater['doInstall']>[0]): boolean {
    const file = this.downloadedUpdateHelper?.file ?? null;
    const sha512 = this.downloadedUpdateHelper?.downloadedFileInfo?.sha512;
    if (file === null || sha512 === undefined) throw new Error('there is no package to install');
    const shell = ['/bin/bash', '-c', AS_ROOT, NAME, file, Buffer.from(sha512, 'base64').toString('hex')];
    const asked = [TIMEOUT, this.secondsMax, this.asks, '--disable-internal-agent', ...shell];
    const [command = '', ...words] = this.isRunningAsRoot() ? shell : asked;
    const { status } = spawnSync(command, words, { stdio: 'ignore' });
    if (status !== 0) throw notInstalled(status, !this.isRunningAsRoot());
    if (options.isForceRunAfter) this.app.relaunch();
    return true;
  }
}

function notInstalled(status: number | null, asked: boolean): Error {
  const notAllowed = asked && (status === NOT_ANSWERED || NOT_ALLOWED.some((one) => one === status));
  return Object.assign(new Error(`the package was not installed (${status ?? 'ended'})`), {
    code: notAllowed ? 'NOT_ALLOWED' : 'NOT_INSTALLED',
  });
}
