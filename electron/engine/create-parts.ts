import { join } from 'node:path';
import { isResolved } from '#shared/domain/item/resolved.ts';
import { type Language, languageOf } from '#shared/i18n/language.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { World } from '#shared/ports/world.ts';
import { createDelivery, type Delivery } from '../delivery/create-delivery.ts';
import { oneFetchAtATime } from '../intake/cloud/one-fetch.ts';
import { createIntake, type Intake } from '../intake/create-intake.ts';
import { readHere } from '../intake/inspect/read-here.ts';
import { joinedIntakeStore } from '../journal/items/joined-intake-store.ts';
import type { Journal } from '../journal/open-journal.ts';
import { type DiskWatch, diskWatch, notingReader } from '../journal/profile/disk-watch.ts';
import { type KeepProfile, keepProfile } from '../journal/profile/keep-profile.ts';
import { type KeepReserve, keepReserve } from '../journal/profile/keep-reserve.ts';
import { createNotify, type Notify } from '../notify/create-notify.ts';
import { createSettings, type LiveSettings } from '../settings/create-settings.ts';
import { createTidy, type Tidy } from '../tidy/create-tidy.ts';
import { refusalNote } from '../tidy/refusal-note.ts';
import { createRemoteParts, type RemoteParts } from './create-remote-parts.ts';
import type { EngineDeps } from './engine.ts';
import type { WakeUps } from './wake-ups.ts';

export type Parts = RemoteParts & {
  readonly journal: Journal;
  readonly settings: LiveSettings;
  /** Of what the engine itself writes for the person. */
  readonly language: () => Language;
  readonly notify: Notify;
  readonly delivery: Delivery;
  readonly intake: Intake;
  readonly keep: KeepProfile;
  readonly reserve: KeepReserve;
  readonly disk: DiskWatch;
  readonly tidy: Tidy;
  /** Nothing is begun until the computer is plugged in again, by the person's choice. What is under way ends all the same. */
  readonly waitsForMains: () => boolean;
  /** SHA-256, on another thread where the host has one. */
  readonly digest: Digest;
};

/** The parts of the engine, each given what it needs of the others. Nothing runs yet. */
export function createParts(world: World, deps: EngineDeps, { journal, wake }: { journal: Journal; wake: WakeUps }): Parts {
  const { clock, random, log, files } = world;
  const { profile, home, power = null, backups = true } = deps;
  const digest = deps.digest ?? (async (parts) => deps.sha256(parts));
  const settings = createSettings(journal.settings);
  const language = (): Language => languageOf(settings.get().language, deps.locale);
  const disk = diskWatch({ clock, log, isInPlace: () => journal.isInPlace() });
  journal.onDisk(wake.diskSaid);
  const reader = notingReader(oneFetchAtATime(deps.reader ?? readHere({ files, digest })), disk);
  const outside = createRemoteParts({ world, deps, journal, settings, wake });
  const waitsForMains = (): boolean => power !== null && settings.get().waitOnBattery && power.onBattery();
  const delivery = createDelivery({
    clock,
    random,
    files,
    reader,
    noRoom: wake.noRoomForCopy,
    shrinkLog: () => journal.shrinkLog(),
    log,
    digest,
    store: journal.delivery,
    join: (write) => journal.join(write),
    upload: outside.upload,
    doubt: wake.connectionDoubted,
    tell: wake.delivered,
    spoolFolder: join(profile, 'spool'),
    parallel: () => (waitsForMains() ? 0 : settings.get().parallelUploads),
  });
  const store = joinedIntakeStore(journal);
  return {
    ...outside,
    journal,
    settings,
    language,
    delivery,
    disk,
    waitsForMains,
    digest,
    notify: createNotify({ clock, log, times: () => settings.get(), isStill: isStill(journal) }),
    intake: createIntake({ world, store, reader, copies: delivery.ahead, enqueued: wake.enqueued, home }),
    keep: keepProfile({ profile, world, journal, backups }),
    reserve: keepReserve({ profile, world, freed: wake.roomFreed }),
    tidy: createTidy({ clock, files, log, sha256: deps.sha256, store: journal.tidy, noteText: refusalNote(language) }),
  };
}

function isStill({ items }: Journal): Parameters<typeof createNotify>[0]['isStill'] {
  return (itemId, kind) => {
    const item = items.get(itemId);
    return item?.state.kind === kind && !isResolved(item);
  };
}
