import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unreachable } from '#shared/lib/unreachable.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';
import type { Doing } from '../plan/action.ts';
import type { Simulation } from '../world/simulation.ts';

export type AtProfile = Extract<Doing, { kind: 'room-full' | 'change-copies' | 'lose-secrets' | `profile-${string}` }>;

/** What happens to a desktop's own files and secrets. */
export function atProfile(simulation: Simulation, doing: AtProfile): void {
  const one = simulation.computers[doing.computer];
  if (one === undefined) return;
  const backup = join(simulation.folder, `${one.name}-backup`);
  switch (doing.kind) {
    case 'room-full':
      one.room.leave(doing.freeBytes);
      return simulation.later(doing.lengthMs, () => one.room.leave(null));
    case 'change-copies':
      return changeCopies(simulation, join(one.profile, 'spool'), doing.part);
    case 'lose-secrets':
      simulation.keyless.add(one.name);
      if (doing.what === 'keychain') simulation.keychains.get(one.name)?.clear();
      else simulation.disk.take(join(one.profile, 'vault.json'));
      // An open vault stays open in memory, so the loss shows only at the next start.
      return one.kill();
    case 'profile-backup':
      simulation.ledger.backUp(one.name);
      return one.copyProfileTo(backup);
    case 'profile-restore':
      if (!existsSync(backup)) return;
      simulation.forgetTold(one.name);
      simulation.ledger.restore(one.name);
      // The restored profile has its settings of that time, too.
      simulation.direct.delete(one.name);
      return one.putProfileBack(backup);
    case 'profile-copy':
      return simulation.addImageOf(one, doing.renews);
    default:
      return unreachable(doing);
  }
}

/** Nobody hears of it: it is the disk that does it. */
function changeCopies({ disk }: Simulation, spool: string, part: number): void {
  for (const [path, file] of Array.from(disk.files)) {
    const at = Math.floor(part * file.bytes.byteLength);
    if (liesBelow(path, spool)) disk.files.set(path, { ...file, bytes: file.bytes.with(at, (file.bytes[at] ?? 0) ^ 1) });
  }
}
