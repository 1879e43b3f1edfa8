import { join } from 'node:path';
import { isSettled } from '#shared/domain/settled.ts';
import { languageOf } from '#shared/i18n/language.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { World } from '#shared/ports/world.ts';
import type { AppDeps } from '../app-shape.ts';
import { createDelivery, type Delivery } from '../delivery/create-delivery.ts';
import { createIntake, type Intake } from '../intake/create-intake.ts';
import { type KeepProfile, keepProfile } from '../journal/keep-profile.ts';
import type { Journal } from '../journal/open-journal.ts';
import { createNotify, type Notify } from '../notify/create-notify.ts';
import { createSettings, type LiveSettings } from '../settings/create-settings.ts';
import { createOutside, type Outside } from './create-outside.ts';
import { type DiskWatch, diskWatch, notingFiles } from './disk-watch.ts';
import { waitsForMains } from './waits-for-mains.ts';
import { createTidy, type Tidy } from '../tidy/create-tidy.ts';
import { doEffects, tellingIntake } from './create-telling.ts';
import { refusalNote } from './refusal-note.ts';

export type Parts = Outside & {
  readonly journal: Journal;
  readonly settings: LiveSettings;
  readonly notify: Notify;
  readonly delivery: Delivery;
  readonly intake: Intake;
  readonly keep: KeepProfile;
  readonly disk: DiskWatch;
  readonly tidy: Tidy;
  readonly waitsForMains: () => boolean;
  /** SHA-256, on another thread where the host has one. */
  readonly digest: Digest;
};

/** The disk of the profile. Where nothing is written for long, who looks is told all the same that its files were moved away. */
function ownDisk({ clock, log }: Pick<World, 'clock' | 'log'>, journal: Journal): DiskWatch {
  const watch = diskWatch(clock);
  journal.onDisk((fault) => watch.note('journal', fault));
  watch.onChange(() => {
    const seen = watch.view();
    if (seen.kind === 'bad') log.error('what has to be written is not, so nothing is sent', { fault: seen.fault });
    else log.info('what has to be written is written again');
  });
  return { ...watch, view: () => (journal.isInPlace(), watch.view()) };
}

/** The parts of the engine, each given what it needs of the others. */
export function createParts(world: World, deps: AppDeps, journal: Journal): Parts {
  const { clock, random, log } = world;
  const digest = deps.digest ?? (async (parts) => deps.sha256(parts));
  const disk = ownDisk({ clock, log }, journal);
  const settings = createSettings(journal.settings);
  const notify = createNotify({
    clock,
    times: () => settings.get(),
    isStill: (itemId, kind) => {
      const item = journal.items.get(itemId);
      return item?.state.kind === kind && !isSettled(item);
    },
  });
  const noteText = refusalNote(() => languageOf(settings.get().language, deps.locale));
  const tidy = createTidy({ clock, files: world.files, log, sha256: deps.sha256, store: journal.tidy, noteText });
  const outside = createOutside({
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
    files: notingFiles(world.files, disk),
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
  const store = tellingIntake(journal, { notify, delivery, tidy });
  const intake: Intake = createIntake({ world, store, digest, room: delivery.roomToKeep, home: deps.home });
  const keep = keepProfile({ profile: deps.profile, world, journal, backups: deps.backups ?? true });
  return { ...outside, journal, settings, notify, delivery, intake, keep, disk, tidy, waitsForMains: mustWait, digest };
}
