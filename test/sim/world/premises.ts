import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from './disk/scratch.ts';
import type { SimDisk } from './disk/sim-disk.ts';
import type { Witness } from './network/traffic-recorder.ts';

export type Integration = { readonly integrationId: string; readonly integrationSecret: string };

/** Everything of an office that survives when all is switched off, after its first day. */
export type Premises = {
  /** The folder of journals, stores and the service's data. */
  readonly folder: string;
  readonly disk: SimDisk;
  readonly keychains: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly witness: Witness;
  readonly integration: Integration;
  /** Another tenant, with a device and an integration of its own. */
  readonly stranger: Integration & { readonly deviceToken: string };
  readonly wallMs: number;
};

export function newFolder(): string {
  return mkdtempSync(join(scratch(), 'office-'));
}

/** A copy of the same office, for another run. */
export function copyOf(premises: Premises): Premises {
  const folder = newFolder();
  cpSync(premises.folder, folder, { recursive: true });
  const keychains = new Map(Array.from(premises.keychains, ([name, kept]) => [name, new Map(kept)]));
  return { ...premises, folder, disk: premises.disk.copy(premises.folder, folder), keychains, witness: premises.witness.copy() };
}
