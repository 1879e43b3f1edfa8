import { throttle } from '#shared/async/throttle.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import type { AppInfo, Overview } from '#shared/app-api/views.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import { type Changes, createChanges } from './api/changes.ts';
import type { ApiParts } from './api/parts.ts';
import { companyPart } from './parts/company-part.ts';
import { createParts, type Parts } from './create-parts.ts';
import { diagnosticsPart } from './parts/diagnostics-part.ts';
import { folderNames } from './parts/folder-names.ts';
import { folderPart } from './parts/folder-part.ts';
import { installationPart } from './parts/installation-part.ts';
import { keepAutostart } from './keep-autostart.ts';
import { windowUploadPart } from './parts/window-upload-part.ts';
import { makeAllDueNow } from './make-all-due-now.ts';
import { settingsPart } from './parts/settings-part.ts';
import { restart, restartLater } from './restart.ts';
import { createLooks, type Looked } from './look-once.ts';
import { registerOf } from './parts/register-of.ts';
import { overviewOf, type Seen } from './overview-of.ts';
import type { Engine, EngineDeps, EngineFault } from './engine.ts';
import { countFiles } from '../intake/folder/count-files.ts';
import { openProfile } from '../journal/profile/open-profile.ts';

/** A change is shown this much later at most; a thousand in between are one. */
const SHOW_WITHIN_MS = 50;
/** How long the loops may take to notice that they are to end, beside the patience for uploads. */
const END_WITHIN_MS = 2 * SECOND_MS;

/** The engine of one profile: the only place where its parts meet. Nothing runs before `start`. */
export async function createEngine(world: World, deps: EngineDeps): Promise<Result<Engine, EngineFault>> {
  const claimed = await deps.claim?.(deps.profile);
  if (claimed?.ok === false) return fail({ kind: 'in-use', detail: claimed.failure });
  const release = async (): Promise<void> => claimed?.value.release();
  const closed = (await deps.makePrivate?.(deps.profile)) ?? ok(null);
  const opened = closed.ok ? await openProfile({ profile: deps.profile, world, scheduleFlush: deps.scheduleFlush }) : closed;
  if (!opened.ok) {
    await release();
    return opened;
  }
  const app = assemble(world, deps, createParts(world, deps, opened.value));
  const close = async (patienceMs: number): Promise<void> => {
    await app.close(patienceMs);
    await release();
  };
  return ok({ ...app, close });
}

function seenNow(parts: Parts, clock: World['clock'], looked: Looked): Seen {
  const { results, vault, disk, other } = parts;
  return {
    relay: results.view(),
    way: results.way(),
    heard: results.heard(),
    vault: vault.view(),
    vaultDetail: vault.detail(),
    disk: disk.view(),
    clockAheadMs: parts.clockAheadMs(),
    waitsForMains: parts.waitsForMains(),
    isCopied: other.isThere(),
    now: clock.wallMs(),
    ...looked,
  };
}

function assemble(world: World, deps: EngineDeps, parts: Parts): Engine {
  const { clock } = world;
  const { companies, delivery, intake, noAnswers, results, serviceKeys, vault, keep, reserve } = parts;
  const [closing, ended] = [new AbortController(), new AbortController()];
  const changes = createChanges();
  const shown = throttle({ clock, everyMs: SHOW_WITHIN_MS, edge: 'trailing', stop: ended.signal }, () => changes.ring());
  const show = (): void => shown.call();
  const looks = createLooks(parts, world.files);
  const overview = () => overviewOf(parts, seenNow(parts, clock, looks.seen()));
  ringThrough(world, parts, show);
  ringFromHost(deps, delivery, show);
  const lookAgain = (): void => {
    intake.lookAgain();
    results.lookAgain();
    noAnswers.wake();
    serviceKeys.lookAgain();
    companies.lookAgain();
    // Its commit rings for delivery.
    makeAllDueNow(world, parts.journal);
    void vault.look();
  };
  return {
    api: apiOf(world, deps, { parts, changes, overview, lookAgain }),
    overview,
    onChange: (ring) => changes.onRing(ring),
    onNotice: (tell) => parts.notify.onNotice(tell),
    lookOnce: () => looks.once(),
    start: () => {
      looks.end();
      keepAutostart(deps.autostart ?? null, parts.settings);
      return start(world, parts, closing.signal);
    },
    lookAgain,
    close: async (patienceMs) => {
      closing.abort();
      const loops = closeLoops(parts);
      await delivery.close(patienceMs);
      const closed = Promise.all([loops, keep.close(), reserve.close()]);
      await withTimeout(closed, { clock, withinMs: END_WITHIN_MS, stop: ended.signal, late: () => null });
      closeLast(parts, changes, ended);
    },
    closeNow: () => {
      closing.abort();
      closeLast(parts, changes, ended);
    },
  };
}

function closeLast({ notify, journal }: Parts, changes: Changes, ended: AbortController): void {
  ended.abort();
  notify.close();
  changes.close();
  journal.close();
}

function closeLoops({ intake, results, noAnswers, companies, tidy, serviceKeys }: Parts): Promise<unknown> {
  return Promise.all([intake, results, noAnswers, companies, tidy, serviceKeys].map((part) => part.close()));
}

/** Restores what was under way, then lets every loop begin with a look of its own: at once, or as soon as the disk takes the first. */
async function start(world: World, parts: Parts, closing: Stop): Promise<void> {
  parts.reserve.start();
  const restarted = restart(parts);
  if (restarted !== null) return begin(world, parts, restarted);
  void restartLater(world, parts, closing).then((later) => (later === null ? undefined : begin(world, parts, later)));
}

async function begin({ log }: World, parts: Parts, restarted: number): Promise<void> {
  const { journal, notify, delivery, companies, results, noAnswers, intake, vault, keep, tidy } = parts;
  const known = journal.companies.companies();
  log.info('engine starts', { restarted, companies: known.length });
  notify.companies(known);
  void vault.look();
  await delivery.start();
  companies.start();
  intake.start();
  parts.serviceKeys.start();
  results.start();
  noAnswers.start();
  keep.start();
  tidy.start();
}

/** Every commit is a doorbell: for delivery, since something may be due, and for whoever shows it. */
function ringThrough(world: World, parts: Parts, show: () => void): void {
  const { intake, journal, notify, delivery, settings, companies, results, noAnswers, vault, keep, disk } = parts;
  journal.onChange(() => {
    notify.companies(journal.companies.companies());
    delivery.ring();
    keep.ring();
    show();
  });
  intake.onChange(show);
  results.onChange(show);
  vault.onChange(show);
  parts.other.onChange(show);
  disk.onChange(() => {
    show();
    if (disk.view().kind === 'bad') return;
    // What could not be written down is not waited for: it would be found within a minute or two.
    intake.lookAgain();
    delivery.ring();
  });
  settings.onChange((now, before) => {
    if (now.waitOnBattery !== before.waitOnBattery) delivery.ring();
    if (now.askAfterDays !== before.askAfterDays) noAnswers.wake();
    // A shorter wait begins now, and not after the longer one.
    if (now.checkMinutes !== before.checkMinutes) companies.lookAgain();
    if (wayOut(now) === wayOut(before)) return;
    results.lookAgain();
    parts.serviceKeys.readNow();
    companies.lookAgain();
    // What failed by the old way need not wait for its turn by the new one.
    makeAllDueNow(world, journal);
  });
}

/** What changes outside the engine, and shows in it. */
function ringFromHost({ updates, power, autostart }: EngineDeps, delivery: Parts['delivery'], show: () => void): void {
  updates?.onChange(show);
  autostart?.onChange(show);
  power?.onChange(() => {
    delivery.ring();
    show();
  });
}

/** Where to, by which proxy and with whose credentials. */
function wayOut({ relayUrl, service, proxy, credentials }: Settings): string {
  return JSON.stringify([relayUrl, service, proxy, credentials]);
}

function infoOf({ version, host, locale, autostart, power }: EngineDeps): AppInfo {
  const startsAtLogin = autostart?.view();
  return { version, host, locale, ...(startsAtLogin === undefined ? {} : { startsAtLogin }), hasBattery: (power ?? null) !== null };
}

type Inside = { readonly parts: Parts; readonly changes: Changes; readonly overview: () => Overview; readonly lookAgain: () => void };

function apiOf(world: World, deps: EngineDeps, { parts, changes, overview, lookAgain }: Inside): ApiParts {
  const { files, clock } = world;
  const { delivery, journal } = parts;
  return {
    files,
    changes,
    overview,
    lookAgain,
    settings: settingsPart(parts, deps.autostart ?? null),
    installation: installationPart(parts),
    info: () => infoOf(deps),
    home: deps.home,
    profile: deps.profile,
    items: {
      ...journal.list,
      ...journal.bulkArrivals,
      ...journal.notes,
      ...journal.resolved,
      ...journal.unproven,
      sendAgain: (itemIds) => delivery.sendAgain(itemIds),
      sendAllTheSame: (itemId) => delivery.sendAllTheSame(itemId),
      bytes: (itemId) => delivery.bytesOf(itemId),
      asked: (itemIds) => journal.noAnswers.asked(itemIds),
    },
    windowUploads: windowUploadPart(world, parts),
    register: registerOf({ clock, files }, deps, journal),
    companies: companyPart(parts),
    diagnostics: diagnosticsPart({ world, deps, parts, overview }),
    folders: folderPart(parts, { locale: deps.locale, home: deps.home, files }),
    countFiles: (path) => countFiles(files, path),
    folderNames: () => folderNames(parts, deps.locale),
    recoverySeen: () => journal.recovery.seen(clock.wallMs()),
    secrets: parts.installationSecrets,
    updates: deps.updates,
    chooseFolder: deps.chooseFolder,
    reveal: deps.reveal,
    open: deps.open ?? null,
    writeMail: deps.writeMail ?? null,
  };
}
