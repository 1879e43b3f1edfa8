import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from './disk/scratch.ts';
import type { SimDisk } from './disk/sim-disk.ts';
import type { TrafficRecorder } from './network/traffic-recorder.ts';

export type Integration = { readonly integrationId: string; readonly integrationSecret: string };

/** Everything of an office that survives when all is switched off, after its first day. */
export type Fixture = {
  /** The folder of journals, stores and the service's data. */
  readonly folder: string;
  readonly disk: SimDisk;
  readonly keychains: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly trafficRecorder: TrafficRecorder;
  readonly integration: Integration;
  /** Another tenant, with a device and an integration of its own. */
  readonly stranger: Integration & { readonly deviceToken: string };
  readonly wallMs: number;
};

export function newFolder(): string {
  return mkdtempSync(join(scratch(), 'office-'));
}

/** A copy of the same office, for another run. */
export function copyOf(fixture: Fixture): Fixture {
  const folder = newFolder();
  cpSync(fixture.folder, folder, { recursive: true });
  const keychains = new Map(Array.from(fixture.keychains, ([name, kept]) => [name, new Map(kept)]));
  return {
    ...fixture,
    folder,
    disk: fixture.disk.copy(fixture.folder, folder),
    keychains,
    trafficRecorder: fixture.trafficRecorder.copy(),
  };
}
