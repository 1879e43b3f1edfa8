import { spawnSync } from 'node:child_process';
import { DebUpdater } from 'electron-updater';

/**
 * Run as root, with the file and the hash that was signed. The file is read once, into a folder that belongs to root, and what is compared and
 * installed is that copy: the file itself lies where every program of this person can exchange it, also after we have compared it.
 */
const AS_ROOT = `set -eu
umask 077
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cp -- "$1" "$folder/intray.deb"
printf '%s  %s\\n' "$2" "$folder/intray.deb" | sha512sum --check --status
dpkg -i "$folder/intray.deb" || apt-get install -f -y`;

/** By their whole paths: this person's programs may stand first in the search path. */
const PKEXEC = '/usr/bin/pkexec';
const TIMEOUT = '/usr/bin/timeout';
const DPKG = '/usr/bin/dpkg';
const NAME = 'intray-update';
const SECONDS_MAX = '300';
/** Of pkexec: the question was closed, or nobody could be asked. */
const NOT_ALLOWED = [126, 127];
/** Of timeout. */
const NOT_ANSWERED = 124;

/** electron-updater's updater of Debian packages, whose own way lets root install whatever lies in the cache at that moment. */
export class CheckedDebUpdater extends DebUpdater {
  /** Asks for the administrator's password. */
  protected readonly asks: string = PKEXEC;
  /** After it the question is taken away: meanwhile nothing is sent. What root has begun by then goes on to its end. */
  protected readonly secondsMax: string = SECONDS_MAX;

  /** Without one of them nothing can be installed. */
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
