import type { Configuration } from '#shared/app-api/installation.ts';
import { throttle } from '#shared/async/throttle.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import type { Journal } from '../journal/open-journal.ts';
import { openProfile } from '../journal/profile/open-profile.ts';
import { beginWithConfiguration } from '../settings/begin-with-configuration.ts';
import { keepAutostart } from '../settings/keep-autostart.ts';
import { appHandlers } from './app-handlers.ts';
import { type Changes, createChanges } from './changes.ts';
import { createParts } from './create-parts.ts';
import { type Parts } from './parts.ts';
import type { Engine, EngineDeps, EngineFault } from './engine.ts';
import { createLooks } from './look-once.ts';
import { overviewOf } from './overview-of.ts';
import { restart, restartLater } from './restart.ts';
import { connectWakeUps, createWakeUps } from './wake-ups.ts';

/** A change is shown at most this much later; a thousand changes in between are shown as one. */
const SHOW_WITHIN_MS = 50;
/** How long the loops may take to notice that they are to end, in addition to the patience for uploads. */
const END_WITHIN_MS = 2 * SECOND_MS;

/** The engine of one profile: the only place where its parts meet. Nothing runs before `start`. */
export async function createEngine(world: World, deps: EngineDeps): Promise<Result<Engine, EngineFault>> {
  const claimed = await deps.claim?.(deps.profile);
  if (claimed?.ok === false) return fail({ kind: 'in-use', detail: claimed.failure });
  const release = async (): Promise<void> => claimed?.value.release();
  const closed = (await deps.makePrivate?.(deps.profile)) ?? ok(null);
  const opened = closed.ok ? await openProfile({ profile: deps.profile, world, onLost: deps.onLostJournal }) : closed;
  if (!opened.ok) {
    await release();
    return opened;
  }
  const engine = assemble(world, deps, opened.value);
  const close = async (patienceMs: number): Promise<void> => {
    await engine.close(patienceMs);
    await release();
  };
  return ok({ ...engine, close });
}

function assemble(world: World, deps: EngineDeps, journal: Journal): Engine {
  const { clock } = world;
  const waking = { journal, parts: () => parts };
  const wake = createWakeUps(waking);
  const parts: Parts = createParts(world, deps, { journal, wake });
  const [closing, ended] = [new AbortController(), new AbortController()];
  const changes = createChanges();
  // Whoever looks again sees nothing that a power cut could still undo.
  const shown = throttle({ clock, everyMs: SHOW_WITHIN_MS, edge: 'trailing', stop: ended.signal }, () =>
    journal.whenDurable(() => changes.ring()),
  );
  connectWakeUps(waking, deps, () => shown.call());
  const looks = createLooks(parts, world.files);
  const overview = () => overviewOf(parts, looks.seen(), clock.wallMs());
  return {
    api: appHandlers({ world, deps, parts, wake, changes, overview }),
    overview,
    durable: () => new Promise((resolve) => journal.whenDurable(resolve)),
    onChange: (ring) => changes.onRing(ring),
    onNotice: (tell) => parts.notify.onNotice(tell),
    lookOnce: () => looks.once(),
    start: () => {
      looks.end();
      keepAutostart(deps.autostart ?? null, parts.settings);
      return start(world, parts, { configuration: deps.configuration ?? null, closing: closing.signal });
    },
    lookAgain: wake.lookAgain,
    close: async (patienceMs) => {
      closing.abort();
      const loops = closeLoops(parts);
      await parts.delivery.close(patienceMs);
      const closed = Promise.all([loops, parts.keep.close(), parts.reserve.close()]);
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

type Start = { readonly configuration: Configuration | null; readonly closing: Stop };

/** Restores what was under way, then every loop begins with a look of its own: at once, or as soon as the disk accepts a write. */
async function start(world: World, parts: Parts, { configuration, closing }: Start): Promise<void> {
  parts.reserve.start();
  const go = (restarted: number): Promise<void> => {
    if (beginWithConfiguration(configuration, parts.settings)) world.log.info('service and relay are those of this build');
    return begin(world, parts, restarted);
  };
  const restarted = restart(parts);
  if (restarted !== null) return go(restarted);
  void restartLater(world, parts, closing).then((later) => (later === null ? undefined : go(later)));
}

async function begin({ log }: World, parts: Parts, restarted: number): Promise<void> {
  const { journal, notify, delivery, companies, vault } = parts;
  const known = journal.companies.companies();
  log.info('engine starts', { restarted, companies: known.length });
  notify.companies(known);
  void vault.look();
  await delivery.start();
  companies.start();
  const { intake, serviceKeys, results, noAnswers, keep, tidy } = parts;
  for (const part of [intake, serviceKeys, results, noAnswers, keep, tidy]) part.start();
}
