import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { INVOICE_TYPES } from '#shared/contract/import-types.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isSamePath, liesBelow } from '#test/support/disks/path-map.ts';
import type { Evidence, PairLying, PairReceived, SentDocument, TidiedFile } from '../../invariants/evidence.ts';
import { PAIRED, resultFolderOf, typeOf } from '../../plan/places.ts';
import type { Computer } from '../computer.ts';
import { keyOf, type Ledger } from '../ledger.ts';
import { withoutEnding } from '../pairs.ts';
import { acknowledgedBy, lostOnTheWay } from '../network/deliveries.ts';
import type { Simulation } from '../simulation.ts';
import type { DiskWrite } from '../disk/sim-disk.ts';
import { toldByEvents } from '../told.ts';
import type { WatchDesktops } from '../watch-desktops.ts';

/** Everything that the checkers look at. `told`: also what each computer was told, for invariant 17. */
export async function gatherEvidence(simulation: Simulation, watched: WatchDesktops, told: boolean): Promise<Evidence> {
  const { ledger, disk, trafficRecorder } = simulation;
  const [acknowledged, documents] = [await acknowledgedBy(simulation), await simulation.documents()];
  const outOfReach = new Set([...simulation.lost, ...(await lostOnTheWay(simulation)), ...(await simulation.apart(acknowledged))]);
  return {
    dropped: ledger
      .fit()
      .map(({ path, paper }) => ({ path, sha256: paper.sha256, importType: typeOf(path), isTidied: resultFolderOf(path) !== null })),
    whole: new Set([...wholeOf(ledger), ...INVOICE_TYPES.flatMap((type) => Array.from(ledger.made.keys(), (made) => keyOf(type, made)))]),
    documents,
    forgotten: new Set(simulation.forgotten.map(({ documentId }) => documentId)),
    memoryLost: simulation.memoryLost,
    told: told ? [...simulation.answers, ...simulation.computers.flatMap((one) => toldByEvents(one, documents))] : [],
    uploads: simulation.uploads,
    readings: new Map(
      Array.from(ledger.papers.values()).flatMap(({ sha256, readings }) => (readings === undefined ? [] : [[sha256, readings]])),
    ),
    received: simulation.plan.pairs ? await receivedPairs(simulation, documents) : [],
    lying: lyingPairs(ledger),
    departures: simulation.departures.first(simulation.uploads, ledger),
    acknowledged: acknowledged.filter((documentId) => !outOfReach.has(documentId)),
    desktops: await Promise.all(
      simulation.computers.map(async (one) => ({
        name: one.name,
        items: await itemsNow(one),
        finals: watched.finals.get(one.name) ?? new Map(),
        keyless: simulation.keyless.has(one.name),
        stuck: one.stuck,
      })),
    ),
    again: ledger.again,
    promised: ledger.promised,
    writes: disk.writes.filter((write) => !ledger.allows(write)),
    tidied: disk.writes.filter((write) => ledger.allows(write)).flatMap(tidiedFile),
    altered: Array.from(ledger.left.values()).flatMap(({ path, paper, modifiedAt }) => {
      const file = disk.files.get(path);
      const same = file !== undefined && file.modifiedAt === modifiedAt && Buffer.compare(file.bytes, paper.bytes) === 0;
      return same ? [] : [path];
    }),
    leaks: trafficRecorder.leaks,
    exposed: exposedSecrets(simulation),
    found: simulation.found,
  };
}

/** What the service has beside each scan that comes with entries. It has nothing of what it forgot. */
async function receivedPairs({ servers: { sandbox }, ledger, uploads, forgotten }: Simulation, documents: readonly SentDocument[]) {
  const paired = new Set(uploads.flatMap(({ reference, pair }) => (pair === null ? [] : [reference])));
  const received: PairReceived[] = [];
  for (const one of documents) {
    const { documentId, externalReference: reference, sha256 } = one;
    if (reference === null || forgotten.includes(one) || !(paired.has(reference) || ledger.pairs.isPaired(sha256 ?? ''))) continue;
    const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}/documents/${documentId}/entries`));
    received.push({ documentId, reference, body: answer.ok ? await answer.text() : null });
  }
  return received;
}

/** Scans that lie in the folder of pairs and nowhere else, each in one place. */
function lyingPairs({ left, pairs }: Ledger): readonly PairLying[] {
  const all = Array.from(left.values()).filter(({ path }) => liesBelow(path, PAIRED));
  const scans = all.filter(
    ({ path, paper: { kind, sha256 } }) => kind === 'fit' && resultFolderOf(path) === null && pairs.isPaired(sha256),
  );
  return scans
    .filter(({ paper }) => all.filter((one) => one.paper.sha256 === paper.sha256).length === 1)
    .map(({ path, paper }) => ({
      scan: paper.sha256,
      files: all
        .filter((one) => one.paper.kind === 'beside' && isSamePath(withoutEnding(one.path), withoutEnding(path)))
        .map((one) => ({ name: basename(one.path), sha256: one.paper.sha256, readings: one.paper.readings ?? null }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    }));
}

function wholeOf({ papers }: Ledger): readonly string[] {
  return Array.from(papers).flatMap(([key, { kind }]) => (kind === 'fit' || kind === 'too-large' ? [key] : []));
}

/** Fetches the list again and compares it with the cached one that the checkers got: an outdated list would hide what they look for. */
async function itemsNow(one: Computer): Promise<readonly Item[]> {
  const [kept, now] = [await one.items(), await one.itemsNow()];
  if (!isDeepStrictEqual(kept, now)) throw new Error(`the simulation has an old list of ${one.name}`);
  return now;
}

function tidiedFile({ by, chosen }: DiskWrite): readonly TidiedFile[] {
  if (chosen?.kind !== 'moved') return [];
  const documentState = resultFolderOf(chosen.to)?.documentState ?? 'none';
  return [{ by, to: chosen.to, sha256: chosen.sha256, importType: typeOf(chosen.to), documentState }];
}

/** Places where a secret is that must not be: logs, journals, the relay's store, private copies. The sealed vault contains secrets by design. */
function exposedSecrets(simulation: Simulation): readonly string[] {
  const places: [string, Buffer][] = [['log of the relay', Buffer.from(simulation.servers.relayLog.text())]];
  for (const one of simulation.computers) {
    places.push([`log of ${one.name}`, Buffer.from(one.log.text())]);
    places.push(...filesOf(one.profile));
    for (const [path, { bytes }] of simulation.disk.files) if (liesBelow(path, one.profile)) places.push([path, Buffer.from(bytes)]);
  }
  places.push(...filesOf(simulation.servers.relay.folder));
  const secrets = Array.from(simulation.trafficRecorder.secrets);
  return places.flatMap(([place, bytes]) => (secrets.some((secret) => bytes.includes(secret)) ? [`a secret lies in the ${place}`] : []));
}

function filesOf(folder: string): [string, Buffer][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((file) => [join(folder, file), readFileSync(join(folder, file))]);
}
