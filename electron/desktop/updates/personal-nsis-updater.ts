import { spawn } from 'node:child_process';
import { NsisUpdater } from 'electron-updater';

/**
 * electron-updater's updater of Windows, which by itself quits even if the installer could not be started, and in that case asks for an
 * administrator. Ours is installed for this user only; run as somebody else, it would install for that user.
 */
export class PersonalNsisUpdater extends NsisUpdater {
  protected override doInstall({ isSilent, isForceRunAfter }: Parameters<NsisUpdater['doInstall']>[0]): boolean {
    const file = this.downloadedUpdateHelper?.file ?? null;
    if (file === null) throw new Error('there is no installer');
    // Throws, or gives no pid, if the system does not start it.
    const child = spawn(file, ['--updated', ...(isSilent ? ['/S'] : []), ...(isForceRunAfter ? ['--force-run'] : [])], {
      detached: true,
      stdio: 'ignore',
    });
    child.on('error', () => undefined);
    child.unref();
    if (child.pid === undefined) throw new Error('the installer cannot be started');
    return true;
  }
}
