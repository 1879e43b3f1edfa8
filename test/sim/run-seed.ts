import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import type { Evidence, Violation } from './invariants/evidence.ts';
import { INVARIANTS } from './invariants/all.ts';
import { type Deed, scenario, STORM_MS } from './scenario.ts';
import { type Office, openOffice } from './world/office.ts';
import { chanceOf, type Fault } from './world/chance.ts';
import { runDry } from './world/crypto-watch.ts';

export type SeedReport = {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** Everything came to rest within the calm. */
  readonly finished: boolean;
  readonly struck: Readonly<Record<Fault, number>>;
  readonly kills: number;
  readonly documents: number;
  /** Of the end state: the same seed must give the same. */
  readonly fingerprint: string;
};

/** Real SQLite flushes at every commit, and a simulated power cut needs none of it: memory, where the system has such a place. */
const FOLDERS = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** A Monday morning, for no other reason than that it is always the same one. */
const START_MS = Date.UTC(2026, 0, 5, 8);
/** With no faults left, the longest back-off (15 minutes), the slowest webhook retry (5) and the sweeps fit in this many times over. */
const CALM_MS = 6 * 60 * MINUTE_MS;
/** A program that was killed is started again by its person after so long at the most. */
const OFF_MOST_MS = 120 * SECOND_MS;

/** Plays one seed on a virtual clock: a storm of faults, then calm, then every invariant is checked. `tell` gets what the desktops logged. */
export async function runSeed(seed: number, tell: (log: string) => void = () => undefined): Promise<SeedReport> {
  const folder = mkdtempSync(join(FOLDERS, 'intray-sim-'));
  const random = seededRandom(seed);
  const clock = virtualClock(START_MS, runDry);
  const chance = chanceOf(random);
  const plan = scenario(random, seed);
  const office = await openOffice({ clock, random, chance, folder, plan });
  try {
    chance.storm();
    for (const deed of plan.deeds) {
      const aheadMs = deed.atMs - office.elapsedMs();
      if (aheadMs > 0) await storm(office, aheadMs);
      await act(office, deed);
    }
    await storm(office, Math.max(0, STORM_MS - office.elapsedMs()));
    chance.calm();
    const finished = await calmDown(office);
    const evidence = await office.evidence();
    for (const one of office.computers) tell(`${one.name}\n${one.log.text()}\n`);
    return {
      seed,
      violations: INVARIANTS.flatMap((invariant) => invariant(evidence)),
      finished,
      struck: chance.struck,
      kills: office.computers.reduce((sum, one) => sum + one.kills, 0),
      documents: evidence.documents.length,
      fingerprint: fingerprint(evidence),
    };
  } finally {
    await office.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets time pass in short steps, so that what died is found and started again. */
async function storm(office: Office, lengthMs: number): Promise<void> {
  const stepMs = 5 * SECOND_MS;
  for (let leftMs = lengthMs; leftMs > 0; leftMs -= stepMs) {
    await office.clock.advance(Math.min(stepMs, leftMs));
    await office.reviveAfter(OFF_MOST_MS);
    await office.watchFinals();
  }
}

async function calmDown(office: Office): Promise<boolean> {
  const stepMs = 30 * SECOND_MS;
  for (let goneMs = 0; goneMs < CALM_MS; goneMs += stepMs) {
    await office.reviveAfter(0);
    await office.clock.advance(stepMs);
    await office.watchFinals();
    if (await office.isAtRest()) return true;
  }
  return false;
}

async function act(office: Office, deed: Deed): Promise<void> {
  switch (deed.kind) {
    case 'put':
      office.put(deed.path, deed.bytes);
      return;
    case 'kill':
      office.computers[deed.computer]?.kill();
      return;
    case 'forge':
      await office.forge();
      return;
  }
}

function fingerprint(evidence: Evidence): string {
  const states = evidence.desktops.map(({ items }) => items.map(({ sha256, state }) => `${sha256} ${state.kind}`).sort());
  const documents = evidence.documents.map(({ documentId, externalReference }) => `${documentId} ${externalReference}`).sort();
  return createHash('sha256').update(JSON.stringify({ states, documents })).digest('hex').slice(0, 16);
}
