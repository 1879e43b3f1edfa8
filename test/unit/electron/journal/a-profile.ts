import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { keepProfile } from '#electron/journal/profile/keep-profile.ts';
import type { Journal } from '#electron/journal/open-journal.ts';
import { openProfile } from '#electron/journal/profile/open-profile.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { recordingLog, seededRandom, type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { closeQuietly } from './an-open-journal.ts';

export type AProfile = ReturnType<typeof aProfile>;

/** A profile on the real disk that can be opened again and again; `names()` lists its content. */
export function aProfile(clock: VirtualClock = virtualClock(), system?: Parameters<typeof openProfile>[0]['system']) {
  const profile = join(tempFolder(), 'profile');
  mkdirSync(profile);
  const world = { clock, random: seededRandom(5), files: nodeFiles(), log: recordingLog() };
  const by = { profile, world, ...(system === undefined ? {} : { system }) };
  const open = async (migrations?: readonly string[]): Promise<Journal> => {
    const opened = await openProfile({ ...by, migrations });
    if (!opened.ok) throw new Error(`the profile did not open: ${opened.failure.kind} ${opened.failure.detail}`);
    onTestFinished(() => closeQuietly(opened.value));
    return opened.value;
  };
  return {
    profile,
    world,
    clock,
    file: join(profile, 'journal.sqlite'),
    /** `migrations`: of a version that a test made up. */
    open,
    tryOpen: () => openProfile(by),
    /** As the engine does: stores the set-up beside the journal, and a copy if one is due. */
    keep: async (journal: Journal, of: { readonly copy: boolean }): Promise<void> => {
      const keep = keepProfile({ profile, world, journal, backups: of.copy });
      const copies = (): number => world.log.text().split('the journal was copied"').length;
      const before = copies();
      keep.start();
      // A separate thread makes the copy, in real time.
      while (of.copy && copies() === before) await new Promise((resolve) => setImmediate(resolve));
      await keep.close();
    },
    names: () => readdirSync(profile).sort(),
    backups: () => backupsOf(profile),
  };
}

function backupsOf(profile: string): readonly string[] {
  return readdirSync(join(profile, 'backups')).sort();
}
