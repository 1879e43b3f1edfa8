import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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

/** By its whole path: this person's programs may stand first in the search path. */
const PKEXEC = '/usr/bin/pkexec';
const NAME = 'intray-update';

/** electron-updater's updater of Debian packages, whose own way lets root install whatever lies in the cache at that moment. */
export class CheckedDebUpdater extends DebUpdater {
  protected override doInstall(options: Parameters<DebUpdater['doInstall']>[0]): boolean {
    const file = this.downloadedUpdateHelper?.file ?? null;
    const sha512 = this.downloadedUpdateHelper?.downloadedFileInfo?.sha512;
    if (file === null || sha512 === undefined) return this.#not('there is no package to install');
    const shell = ['/bin/bash', '-c', AS_ROOT, NAME, file, Buffer.from(sha512, 'base64').toString('hex')];
    const [command = '', ...words] = this.isRunningAsRoot() ? shell : [PKEXEC, '--disable-internal-agent', ...shell];
    if (!existsSync(command)) return this.#not('there is no way to ask for an administrator');
    const { status } = spawnSync(command, words, { stdio: 'ignore' });
    if (status !== 0) return this.#not(`the package was not installed (${status ?? 'ended'})`);
    if (options.isForceRunAfter) this.app.relaunch();
    return true;
  }

  #not(why: string): false {
    this.dispatchError(new Error(why));
    return false;
  }
}
