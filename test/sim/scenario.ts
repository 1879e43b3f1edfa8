import { hex } from '#shared/lib/hex.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import type { Random } from '#shared/ports/random.ts';
import type { Dropped } from './invariants/evidence.ts';
import { tinyPdf } from './tiny-pdf.ts';

/** Something that a person or a scanner does, so long after the start. */
export type Deed =
  | { readonly kind: 'put'; readonly atMs: number; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'kill'; readonly atMs: number; readonly computer: number }
  /** Somebody who is not the service calls at the relay. */
  | { readonly kind: 'forge'; readonly atMs: number };

export type Scenario = { readonly deeds: readonly Deed[]; readonly dropped: readonly Dropped[]; readonly deaf: boolean };

export const PURCHASES = '/office/Purchases';
export const SALES = '/office/Sales';
/** Everything happens within this time; then the faults stop. */
export const STORM_MS = 900 * SECOND_MS;

const SCANS_MIN = 4;
const SCANS_MORE = 8;
const KILLS_MOST = 4;

/** What happens in one run, all of it drawn from the seed. */
export function scenario(random: Random, seed: number): Scenario {
  const deeds: Deed[] = [];
  const dropped: Dropped[] = [];
  const some = (most: number): number => Math.floor(random.fraction() * most);
  const scans = SCANS_MIN + some(SCANS_MORE);
  for (let scan = 0; scan < scans; scan += 1) {
    const sales = random.fraction() < 0.3;
    const path = `${sales ? SALES : PURCHASES}/scan-${scan}.pdf`;
    const bytes = tinyPdf(`seed ${seed} scan ${scan}`);
    const atMs = some(STORM_MS / 2);
    deeds.push(...written(random, { path, bytes, atMs }));
    dropped.push({ path, sha256: hex(nodeSha256([bytes])), importType: sales ? 'sales-invoices' : 'purchase-invoices' });
    // The same scan again under another name: one document all the same.
    if (random.fraction() < 0.3)
      deeds.push({ kind: 'put', atMs: atMs + some(STORM_MS / 3), path: path.replace('.pdf', '-copy.pdf'), bytes });
  }
  for (let kill = some(KILLS_MOST + 1); kill > 0; kill -= 1) deeds.push({ kind: 'kill', atMs: some(STORM_MS), computer: some(2) });
  for (let forged = some(3); forged > 0; forged -= 1) deeds.push({ kind: 'forge', atMs: some(STORM_MS) });
  return { deeds: deeds.sort((a, b) => a.atMs - b.atMs), dropped, deaf: random.fraction() < 0.25 };
}

/** A scanner writes a file in one piece, or reopens it: first half, then whole. */
function written(random: Random, file: { readonly path: string; readonly bytes: Uint8Array; readonly atMs: number }): Deed[] {
  const whole: Deed = { kind: 'put', ...file };
  if (random.fraction() < 0.6) return [whole];
  const half: Deed = { kind: 'put', path: file.path, atMs: file.atMs, bytes: file.bytes.slice(0, Math.floor(file.bytes.byteLength / 2)) };
  return [half, { ...whole, atMs: file.atMs + Math.floor(random.fraction() * 20 * SECOND_MS) }];
}
