import { spawn } from 'node:child_process';
import { NsisUpdater } from 'electron-updater';

/**
 * electron-updater's updater of Windows, whose own way quits whether or not the installer could be started, and where it could not asks for an administrator: ours is for this
 * person alone, and run as somebody else it would install for somebody else.
 */
export class PersonalNsisUpdater extends NsisUpdater {
  protected override doInstall({ isSilent, isForceRunAfter }: Parameters<NsisUpdater['doInstall']>[0]): boolean {
    const file = this.downloadedUpdateHelper?.file ?? null;
    if (file === null) throw new Error('there is no installer');
    // Throws or gives no number where the system does not start it.
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
