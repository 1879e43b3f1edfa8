import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/action.ts';
import type { Office } from '../world/office.ts';

export type AtProfile = Extract<Doing, { kind: 'room-full' | 'lose-secrets' | `profile-${string}` }>;

/** What happens to a desktop's own files and secrets. */
export function atProfile(office: Office, doing: AtProfile): void {
  const one = office.computers[doing.computer];
  if (one === undefined) return;
  const backup = join(office.folder, `${one.name}-backup`);
  switch (doing.kind) {
    case 'room-full':
      one.room.leave(doing.freeBytes);
      return office.later(doing.lengthMs, () => one.room.leave(null));
    case 'lose-secrets':
      office.keyless.add(one.name);
      if (doing.what === 'keychain') office.keychains.get(one.name)?.clear();
      else office.disk.take(join(one.profile, 'vault.json'));
      // An open vault stays open in memory, so the loss shows only at the next start.
      return one.kill();
    case 'profile-backup':
      return one.copyProfileTo(backup);
    case 'profile-restore':
      if (!existsSync(backup)) return;
      office.forgetTold(one.name);
      // The restored profile has its settings of that time, too.
      office.direct.delete(one.name);
      return one.putProfileBack(backup);
    case 'profile-copy':
      return office.addImageOf(one, doing.renews);
    default:
      return unreachable(doing);
  }
}
