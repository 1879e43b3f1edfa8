import type { Router } from '@orpc/server';
import type { appContract } from '#shared/app-api/app-contract.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Notice } from '#shared/domain/notice.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import type { ProxyRouteOf } from './service/proxy-route.ts';

/** What a host (Electron's shell, the headless host, a test) lends the engine beside the world. */
export type AppDeps = {
  /** Folder of this installation's own files: journal, spool, vault. It exists. */
  readonly profile: string;
  readonly host: 'electron' | 'headless';
  readonly version: string;
  /** BCP 47 tag of the person's system. */
  readonly locale: string;
  /** Name of this computer as its person knows it; shown in the relay's list of devices. */
  readonly deviceName: string;
  readonly home: string;
  readonly sha256: Sha256;
  /** The same for whole files, on another thread where the host has one; by default `sha256` itself. */
  readonly digest?: Digest;
  /** What the host knows of proxies; straight where it says nothing. */
  readonly proxies?: Pick<ProxyRouteOf, 'environment' | 'system'>;
  /** The system's folder dialog; null where there is none. */
  readonly chooseFolder: (() => Promise<string | null>) | null;
  /** The system's file manager; null where there is none. */
  readonly reveal: ((path: string) => void) | null;
  /** False where the journal must not be copied on another thread, as in a simulation that plays the same twice. */
  readonly backups?: boolean;
};

/** `in-use`: another Intray has this profile (invariant 16). `newer`: a newer version made its journal. */
export type AppFault = { readonly kind: 'in-use' | 'newer' | 'unreadable'; readonly detail: string };

export type AppRouter = Router<typeof appContract, object>;

/** The engine: `createApp(world, deps)` in app.ts makes one, and nothing happens before `start`. */
export type App = {
  /** Implements shared/app-api; every host offers the same one over its own link. */
  readonly router: AppRouter;
  /** Restores what was under way, sweeps, reads the relay; resolves when all loops run. */
  start(): Promise<void>;
  /** Stops taking up work, waits for what is in flight at most `patienceMs`, closes the journal. */
  close(patienceMs: number): Promise<void>;
  overview(): Overview;
  /** Rings after every change, coalesced; look again with `overview`. Returns how to stop. */
  onChange(ring: () => void): () => void;
  onNotice(tell: (notice: Notice) => void): () => void;
  /** Woken from sleep, network back, the person asks: every stage looks again at once. */
  lookAgain(): void;
};
