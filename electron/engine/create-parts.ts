import { join } from 'node:path';
import { isResolved } from '#shared/domain/item/resolved.ts';
import { languageOf } from '#shared/i18n/language.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { World } from '#shared/ports/world.ts';
import type { EngineDeps } from './engine.ts';
import { createDelivery, type Delivery } from '../delivery/create-delivery.ts';
import { readHere } from '../intake/inspect/read-here.ts';
import { createIntake, type Intake } from '../intake/create-intake.ts';
import { type KeepProfile, keepProfile } from '../journal/profile/keep-profile.ts';
import { type KeepReserve, keepReserve } from '../journal/profile/keep-reserve.ts';
import type { Journal } from '../journal/open-journal.ts';
import { createNotify, type Notify } from '../notify/create-notify.ts';
import { createSettings, type LiveSettings } from '../settings/create-settings.ts';
import { createRemoteParts, type RemoteParts } from './create-remote-parts.ts';
import { type DiskWatch, diskWatch, notingReader } from './disk-watch.ts';
import { oneFetchAtATime } from './one-fetch.ts';
import { waitsForMains } from './waits-for-mains.ts';
import { createTidy, type Tidy } from '../tidy/create-tidy.ts';
import { doEffects, notifyingIntakeStore } from './notifying-intake-store.ts';
import { refusalNote } from './refusal-note.ts';

export type Parts = RemoteParts & {
  readonly journal: Journal;
  readonly settings: LiveSettings;
  readonly notify: Notify;
  readonly delivery: Delivery;
  readonly intake: Intake;
  readonly keep: KeepProfile;
  readonly reserve: KeepReserve;
  readonly disk: DiskWatch;
  readonly tidy: Tidy;
  readonly waitsForMains: () => boolean;
  /** SHA-256, on another thread where the host has one. */
  readonly digest: Digest;
};

type OwnDisk = { readonly disk: DiskWatch; readonly reader: FileReader };
type OwnDiskDeps = { readonly deps: EngineDeps; readonly journal: Journal; readonly digest: Digest; readonly full: () => void };

/** The disk of the profile, and who writes copies to it. Where nothing is written for long, who looks is told all the same that its files were moved away. */
function ownDisk({ clock, log, files }: World, { deps, journal, digest, full }: OwnDiskDeps): OwnDisk {
  const watch = diskWatch(clock);
  journal.onDisk((fault) => {
    watch.note('journal', fault);
    if (fault === 'full') full();
  });
  watch.onChange(() => {
    const seen = watch.view();
    if (seen.kind === 'bad') log.error('what has to be written is not, so nothing is sent', { fault: seen.fault });
    else log.info('what has to be written is written again');
  });
  const reader = notingReader(oneFetchAtATime(deps.reader ?? readHere({ files, digest })), watch);
  return { disk: { ...watch, view: () => (journal.isInPlace(), watch.view()) }, reader };
}

function notifyOf({ clock, log }: World, settings: LiveSettings, journal: Journal): Notify {
  return createNotify({
    clock,
    log,
    times: () => settings.get(),
    isStill: (itemId, kind) => {
      const item = journal.items.get(itemId);
      return item?.state.kind === kind && !isResolved(item);
    },
  });
}

/** The parts of the engine, each given what it needs of the others. */
export function createParts(world: World, deps: EngineDeps, journal: Journal): Parts {
  const { clock, random, log } = world;
  const digest = deps.digest ?? (async (parts) => deps.sha256(parts));
  const reserve = keepReserve({ profile: deps.profile, world, freed: () => (intake.lookAgain(), delivery.ring()) });
  const { disk, reader } = ownDisk(world, { deps, journal, digest, full: () => (reserve.giveUp(), delivery.diskIsFull()) });
  const settings = createSettings(journal.settings);
  const notify = notifyOf(world, settings, journal);
  const noteText = refusalNote(() => languageOf(settings.get().language, deps.locale));
  const tidy = createTidy({ clock, files: world.files, log, sha256: deps.sha256, store: journal.tidy, noteText });
  const outside = createRemoteParts({
    world,
    deps,
    journal,
    settings,
    effects: (effects) => doEffects(effects, { journal, notify, delivery, tidy }),
    removed: (aside) => {
      for (const itemId of aside) void delivery.dropSpool(itemId);
      intake.lookAgain();
    },
  });
  const mustWait = waitsForMains(deps.power ?? null, settings);
  const delivery: Delivery = createDelivery({
    clock,
    random,
    files: world.files,
    reader,
    noRoom: () => disk.note('files', 'full'),
    shrinkLog: () => journal.shrinkLog(),
    log,
    digest,
    store: journal.delivery,
    join: (write) => journal.join(write),
    upload: outside.upload,
    doubt: (companyId, integrationId) => outside.companies.doubt(companyId, integrationId),
    tell: (item, chores) => {
      notify.tell(item, chores);
      tidy.ring(item.id);
    },
    spoolFolder: join(deps.profile, 'spool'),
    parallel: () => (mustWait() ? 0 : settings.get().parallelUploads),
  });
  const store = notifyingIntakeStore(journal, { notify, delivery, tidy });
  const { ahead: copies } = delivery;
  const intake: Intake = createIntake({ world, store, reader, copies, waitForCapacity: copies.waitForCapacity, home: deps.home });
  const keep = keepProfile({ profile: deps.profile, world, journal, backups: deps.backups ?? true });
  return { ...outside, journal, settings, notify, delivery, intake, keep, reserve, disk, tidy, waitsForMains: mustWait, digest };
}
