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
import type { DatabaseSync } from 'node:sqlite';

export type AProfile = ReturnType<typeof aProfile>;

/** A profile on the real disk that can be opened again and again; `names()` lists its content. */
export function aProfile(clock: VirtualClock = virtualClock(), system?: Parameters<typeof openProfile>[0]['system']) {
  const profile = join(tempFolder(), 'profile');
  mkdirSync(profile);
  const world = { clock, random: seededRandom(5), files: nodeFiles(), log: recordingLog() };
  const by = { profile, world, ...(system === undefined ? {} : { system }) };
  const open = async (): Promise<Journal> => {
    const opened = await openProfile(by);
    if (!opened.ok) throw new Error(`the profile did not open: ${opened.failure.kind} ${opened.failure.detail}`);
    onTestFinished(() => closeQuietly(opened.value));
    return opened.value;
  };
  return {
    profile,
    world,
    clock,
    file: join(profile, 'journal.sqlite'),
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

/** SQL that takes a journal back to before each migration, if what that added is empty. */
const UNDO: readonly (readonly [migration: number, sql: string])[] = [
  [
    41,
    `ALTER TABLE folders DROP COLUMN learns; ALTER TABLE folders DROP COLUMN in_place; ALTER TABLE folders DROP COLUMN gap_ms;
    ALTER TABLE folders DROP COLUMN gap_at;`,
  ],
  [
    40,
    `DROP INDEX items_sent_before; DROP TABLE page_fingerprints; DROP TABLE page_sets; ALTER TABLE items DROP COLUMN sent_before;
    ALTER TABLE folders DROP COLUMN sent_before;`,
  ],
  [39, 'ALTER TABLE items DROP COLUMN left_at'],
  [38, 'ALTER TABLE items DROP COLUMN parts'],
  [
    37,
    `DROP INDEX items_converted; DROP INDEX items_to_convert; ALTER TABLE items DROP COLUMN convert_at; ALTER TABLE items DROP COLUMN to_convert;
    ALTER TABLE folders DROP COLUMN converts;`,
  ],
  [36, 'ALTER TABLE items DROP COLUMN conversion'],
  [35, 'DROP INDEX items_name; ALTER TABLE items DROP COLUMN name_key'],
  [34, 'DROP INDEX items_new_subfolder'],
  [
    33,
    `DROP INDEX items_asked; DROP INDEX items_flood; ALTER TABLE items DROP COLUMN found_in;
    CREATE INDEX items_flood ON items (company_id, written_at) WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'flood';`,
  ],
  [
    32,
    `DROP INDEX items_received; DROP INDEX items_months;
    CREATE INDEX items_results ON items (company_id, state_since, kind) WHERE kind IN ('accepted', 'refused');`,
  ],
  [31, 'DROP INDEX items_ignored_unreadable; DROP TABLE ignored_misplaced'],
  [30, 'ALTER TABLE companies DROP COLUMN contact'],
  [29, 'ALTER TABLE integrations DROP COLUMN read_first'],
  [28, 'ALTER TABLE cursors DROP COLUMN received_at'],
  [27, 'ALTER TABLE folders DROP COLUMN flood_until'],
  [26, 'DROP TABLE sent_names'],
  [25, 'ALTER TABLE items DROP COLUMN all_the_same_at'],
  [24, 'DROP INDEX events_unknown_key'],
  [23, 'ALTER TABLE cursors DROP COLUMN event_id'],
  [22, 'ALTER TABLE files DROP COLUMN changed_at; ALTER TABLE files DROP COLUMN inode'],
  [
    21,
    `DROP TABLE seen_keys; DROP TABLE distrusted_keys; DROP INDEX events_doubted; ALTER TABLE events DROP COLUMN doubt;
    CREATE TABLE service_keys (
      jwks_url TEXT NOT NULL,
      kid TEXT NOT NULL,
      jwk TEXT NOT NULL,
      read_at INTEGER NOT NULL,
      PRIMARY KEY (jwks_url, kid)
    ) STRICT;`,
  ],
  [20, 'DROP TABLE reference_stems'],
  [19, 'DROP INDEX items_flood; ALTER TABLE items DROP COLUMN written_at'],
  [17, 'ALTER TABLE leavings DROP COLUMN forget'],
  [16, 'DROP TABLE corrections'],
  [15, 'ALTER TABLE items DROP COLUMN comment'],
  [14, 'DROP INDEX items_results'],
  [13, 'DROP INDEX items_list; ALTER TABLE items DROP COLUMN folded'],
];

/** Turns a journal into one of an older version, which is the number of its newest migration; from 12 on. */
export function takeBack(database: DatabaseSync, version: number): void {
  for (const [migration, sql] of UNDO) if (migration > version) database.exec(sql);
  database.exec(`PRAGMA user_version = ${version}`);
}
