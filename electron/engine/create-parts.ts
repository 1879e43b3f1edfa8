import { isResolved } from '#shared/domain/item/resolved.ts';
import { type Language, languageOf } from '#shared/i18n/language.ts';
import type { World } from '#shared/ports/world.ts';
import { createDelivery } from '../delivery/create-delivery.ts';
import { oneFetchAtATime } from '../intake/cloud/one-fetch.ts';
import { createIntake } from '../intake/create-intake.ts';
import { joinedIntakeStore } from '../journal/items/joined-intake-store.ts';
import type { Journal } from '../journal/open-journal.ts';
import { diskWatch, notingReader } from '../journal/profile/disk-watch.ts';
import { keepProfile } from '../journal/profile/keep-profile.ts';
import { keepReserve } from '../journal/profile/keep-reserve.ts';
import { createNotify } from '../notify/create-notify.ts';
import { createSettings } from '../settings/create-settings.ts';
import { createTidy } from '../tidy/create-tidy.ts';
import { refusalNote } from '../tidy/refusal-note.ts';
import { createRemoteParts } from './create-remote-parts.ts';
import type { Parts } from './parts.ts';
import type { EngineDeps } from './engine.ts';
import type { WakeUps } from './wake-ups.ts';
import { spoolFolder } from '../platform/spool-folder.ts';

/** The parts of the engine, each given what it needs of the others. Nothing runs yet. */
export function createParts(world: World, deps: EngineDeps, { journal, wake }: { journal: Journal; wake: WakeUps }): Parts {
  const { clock, random, log, files } = world;
  const { profile, home, power = null, backups = true } = deps;
  const digest = deps.digest ?? (async (bytes) => deps.sha256([bytes]));
  const settings = createSettings(journal.settings, deps.version);
  const language = (): Language => languageOf(settings.get().language, deps.locale);
  const disk = diskWatch({ clock, log, isInPlace: () => journal.isInPlace() });
  journal.onDisk(wake.diskSaid);
  const reader = notingReader(oneFetchAtATime(deps.reader), disk);
  const outside = createRemoteParts({ world, deps, journal, settings, wake });
  const waitsForMains = (): boolean => power !== null && settings.get().waitOnBattery && power.onBattery();
  const delivery = createDelivery({
    clock,
    random,
    files,
    reader,
    converter: deps.converter ?? null,
    noRoom: wake.noRoomForCopy,
    shrinkLog: () => journal.shrinkLog(),
    log,
    digest,
    store: journal.delivery,
    join: (write) => journal.join(write),
    upload: outside.upload,
    doubt: wake.connectionDoubted,
    tell: wake.delivered,
    spoolFolder: spoolFolder(profile),
    onFreeCopy: deps.onFreeCopy,
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
