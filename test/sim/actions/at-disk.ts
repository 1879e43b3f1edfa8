import { dirname, join } from 'node:path';
import { DAY_MS, HOUR_MS, wallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';
import type { Doing } from '../plan/action.ts';
import { entriesAsLong, type Paper, paperAsLong, resultFolderOf, typeOf } from '../plan/places.ts';
import type { Simulation } from '../world/simulation.ts';
import { existsSync } from 'node:fs';
import type { Computer } from '../world/computer.ts';

export type AtDisk = Extract<
  Doing,
  {
    kind:
      | 'put'
      | 'rename'
      | 'remove'
      | 'bulk-arrival'
      | 'file-held'
      | 'share-gone'
      | 'other-disk'
      | 'numbers-again'
      | 'overwrite'
      | 'restamp';
  }
>;

/** What people, scanners and disks do to the two folders. */
export async function atDisk(simulation: Simulation, doing: AtDisk): Promise<void> {
  const { disk, ledger } = simulation;
  switch (doing.kind) {
    case 'put':
      return put(simulation, doing.path, doing.paper);
    case 'rename':
      if (disk.isLocked(doing.from) || disk.isLocked(doing.to)) return;
      disk.move(doing.from, doing.to);
      return ledger.rename(doing.from, doing.to, simulation.clock.monotonicMs());
    case 'remove':
      if (disk.isLocked(doing.path)) return;
      disk.take(doing.path);
      return ledger.remove(doing.path);
    case 'bulk-arrival':
      for (const [at, sheet] of doing.papers.entries()) {
        const path = join(doing.folder, `flood-${at}.pdf`);
        ledger.askFirst(path, sheet);
        put(simulation, path, sheet);
      }
      return;
    case 'file-held':
      disk.setHeld(doing.path, true);
      return simulation.later(doing.lengthMs, () => disk.setHeld(doing.path, false));
    case 'share-gone':
      return shareGone(simulation, doing);
    case 'other-disk':
      return otherDisk(simulation, doing);
    case 'numbers-again':
      return disk.giveNumbersAgain();
    case 'overwrite':
      return overwrite(simulation, doing);
    case 'restamp':
      for (const { path } of ledger.fit()) if (liesBelow(path, doing.folder)) disk.restamp(path);
      return;
    default:
      return unreachable(doing);
  }
}

/** From now on nobody can look into this folder, until the result is called. */
function unseenFrom({ clock, departures }: Simulation, folder: string): () => void {
  const fromMs = clock.monotonicMs();
  return () => departures.couldNotLook({ by: null, importType: typeOf(folder), fromMs, toMs: clock.monotonicMs() });
}

function put(simulation: Simulation, path: string, sheet: Paper): void {
  const modifiedAt = simulation.clock.wallMs();
  simulation.disk.put(path, sheet.bytes, modifiedAt);
  simulation.ledger.put(path, sheet, { modifiedAt, atMs: simulation.clock.monotonicMs() });
}

/**
 * Overwrites the nth whole file, not counting those moved after their result. Does nothing if there is none, or if no new bytes of the same
 * length fit.
 */
function overwrite({ disk, ledger, clock }: Simulation, { nth, mark, how }: Extract<Doing, { kind: 'overwrite' }>): void {
  const there = ledger.fit().filter(({ path }) => resultFolderOf(path) === null);
  const left = there[nth % Math.max(1, there.length)];
  const asLong = left?.paper.readings === undefined ? paperAsLong : entriesAsLong;
  const sheet = left === undefined ? null : asLong(mark, left.paper.bytes.byteLength);
  if (left === undefined || sheet === null) return;
  const { path, modifiedAt } = left;
  if (how === 'renamed' && disk.isLocked(path)) return;
  if (how === 'over') disk.put(path, sheet.bytes, wallMs(modifiedAt));
  else disk.replace(path, sheet.bytes, wallMs(modifiedAt));
  ledger.put(path, sheet, { modifiedAt, atMs: clock.monotonicMs() });
}

/** Whether every computer knows a file in this folder. Before that, nothing tells the disk from another one with the same numbers. */
async function isKnown(simulation: Simulation, folder: string): Promise<boolean> {
  const there = simulation.ledger.fit().filter(({ path }) => dirname(path) === folder);
  const items = await Promise.all(simulation.computers.map((one) => one.seenItems()));
  return items.every((own) => there.some(({ paper }) => own.some(({ sha256 }) => sha256 === paper.sha256)));
}

function shareGone(simulation: Simulation, { folder, lengthMs }: Extract<Doing, { kind: 'share-gone' }>): void {
  simulation.disk.setAway(folder, true);
  const seenAgain = unseenFrom(simulation, folder);
  simulation.later(lengthMs, () => {
    simulation.disk.setAway(folder, false);
    seenAgain();
  });
}

async function otherDisk(
  simulation: Simulation,
  { folder, papers, lengthMs, sameNumbers }: Extract<Doing, { kind: 'other-disk' }>,
): Promise<void> {
  const { disk } = simulation;
  const own = disk.folders.get(folder);
  if (own === undefined || (sameNumbers === true && !(await isKnown(simulation, folder)))) return;
  const modifiedAt = simulation.clock.wallMs();
  const times = { modifiedAt, changedAt: modifiedAt };
  const foreign = papers.map((sheet, at) => [join(folder, `other-${at}.pdf`), { bytes: sheet.bytes, ...times, inode: `o${at}` }] as const);
  for (const [at, sheet] of papers.entries()) simulation.ledger.askFirst(join(folder, `other-${at}.pdf`), sheet);
  const as = sameNumbers === true ? { inode: own.inode, bornAt: wallMs(modifiedAt - DAY_MS), changedAt: modifiedAt } : undefined;
  const before = disk.swap(folder, new Map(foreign), as);
  const away = simulation.ledger.takeAway(folder);
  const seenAgain = unseenFrom(simulation, folder);
  simulation.later(lengthMs, () => {
    disk.swap(folder, before, own);
    simulation.ledger.putBack(folder, away);
    seenAgain();
  });
}

type AtProfile = Extract<Doing, { kind: 'room-full' | 'change-copies' | 'lose-secrets' | 'older-version' | `profile-${string}` }>;

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
    case 'older-version':
      simulation.older.add(one.name);
      one.kill();
      return simulation.later(doing.lengthMs, () => {
        simulation.older.delete(one.name);
        one.kill();
      });
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

type AtComputers = Extract<Doing, { kind: 'kill' | 'off' | 'sleep' | 'clock' | 'second-start' | 'weekend' }>;

/** Longer than the service repeats its events (§ Delivery). */
const WEEKEND_MS = 49 * HOUR_MS;

/** What happens to the desktops as machines. */
export async function atComputers(simulation: Simulation, doing: AtComputers): Promise<void> {
  if (doing.kind === 'weekend') return weekend(simulation);
  const one = simulation.computers[doing.computer];
  if (one === undefined) return;
  switch (doing.kind) {
    case 'kill':
      return one.kill();
    case 'off':
      one.kill();
      simulation.off.add(one.name);
      return simulation.later(doing.lengthMs, () => {
        simulation.off.delete(one.name);
      });
    case 'sleep':
      return sleep(simulation, one, doing.lengthMs);
    case 'clock':
      one.setClock(doing.byMs);
      return simulation.later(doing.lengthMs, () => one.setClock(0));
    case 'second-start': {
      const wrong = await one.startSecond();
      if (wrong !== null) simulation.found.push({ invariant: 16, what: `${one.name}: ${wrong}` });
      return;
    }
    default:
      return unreachable(doing);
  }
}

function sleep(simulation: Simulation, one: Computer, lengthMs: number): void {
  const fromMs = simulation.clock.monotonicMs();
  one.sleep();
  simulation.later(lengthMs, () => {
    one.wake();
    simulation.departures.couldNotLook({ by: one.name, importType: null, fromMs, toMs: simulation.clock.monotonicMs() });
  });
}

/** The computers are off and the relay is down for longer than the service repeats anything. */
async function weekend(simulation: Simulation): Promise<void> {
  for (const one of simulation.computers) one.kill();
  simulation.servers.relay.kill();
  simulation.relayIsDown = true;
  await simulation.clock.advance(WEEKEND_MS);
  simulation.relayIsDown = false;
}
