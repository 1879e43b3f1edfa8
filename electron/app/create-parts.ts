import { join } from 'node:path';
import { languageOf } from '#shared/i18n/language.ts';
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
};

/** The parts of the engine, each given what it needs of the others. */
export function createParts(world: World, deps: AppDeps, journal: Journal): Parts {
  const { clock, random, log } = world;
  const digest = deps.digest ?? (async (parts) => deps.sha256(parts));
  const disk = diskWatch(clock);
  journal.onDisk((fault) => disk.note('journal', fault));
  const settings = createSettings(journal.settings);
  const notify = createNotify({ clock, enabled: () => settings.get().notifications });
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
    parallel: () => settings.get().parallelUploads,
  });
  const intake: Intake = createIntake({ world, store: tellingIntake(journal, { notify, delivery, tidy }), digest, home: deps.home });
  const keep = keepProfile({ profile: deps.profile, world, journal, backups: deps.backups ?? true });
  return { ...outside, journal, settings, notify, delivery, intake, keep, disk, tidy };
}
