import type { Router } from '@orpc/server';
import type { appContract } from '#shared/app-api/app-contract.ts';
import type { RunsOn } from '#shared/app-api/diagnostics.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview, StartsAtLogin } from '#shared/app-api/views.ts';
import type { Notice } from '#shared/domain/notice.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import type { FlushScheduler } from '../platform/sqlite/flush-scheduler.ts';
import type { Unpack } from '#shared/service-client/read-event.ts';
import type { ApiParts } from './api/parts.ts';
import type { ProxyRouteDeps } from '../service/proxy-route.ts';

/** What a host (Electron's shell, the headless host, a test) lends the engine beside the world. */
export type EngineDeps = {
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
  /** Opens a result that came packed; without it such a result cannot be read. */
  readonly unpack?: Unpack;
  /** The same for whole files, on another thread where the host has one; by default `sha256` itself. */
  readonly digest?: Digest;
  /** Reads the person's files; by default right here, as in a simulation. */
  readonly reader?: FileReader;
  /** When writes to the journal that may share a flush are written; at the end of each turn where nothing is said, as in a simulation. */
  readonly scheduleFlush?: FlushScheduler;
  /** What the host knows of proxies; straight where it says nothing. */
  readonly proxies?: Pick<ProxyRouteDeps, 'environment' | 'system'>;
  /** The system's folder dialog; null where there is none. */
  readonly chooseFolder: (() => Promise<string | null>) | null;
  /** The system's file manager; null where there is none. */
  readonly reveal: ((path: string) => void) | null;
  /** What this host runs on; for whoever is asked for help. */
  readonly runsOn?: RunsOn;
  /** Where the host can have Intray started when the person logs in. */
  readonly autostart?: Autostart | null;
  /** What feeds this computer; null where the host cannot tell, or where it stands still. */
  readonly power?: Power | null;
  /** The system's dialog that asks where to keep a file of this name; null where there is none, and when the person closes it. */
  readonly saveFile?: ((name: string) => Promise<string | null>) | null;
  /** Of the letters that documents are made with. */
  readonly fontFolder?: string;
  /** What a bundle of the engine has for the thread that draws them; by default the source's own. */
  readonly pagesThread?: URL;
  /** The system's own viewers; left out where there are none. */
  readonly open?: ((path: string) => void) | null;
  /** Opens the system's mail program with a message (`mailLink`), and says whether there was one; left out where there is none. */
  readonly writeMail?: ((href: string) => Promise<boolean>) | null;
  /** How this installation becomes a newer one; absent where whoever installed it sees to that. */
  readonly updates?: UpdatesPart | undefined;
  /** A random word of this run of the program, kept nowhere: by it the relay notices a copy of the profile that runs too. */
  readonly run?: string;
  /** Claims the profile's place for this engine until `release`; absent in a simulation, where one computer runs one engine. */
  readonly claim?: (profile: string) => Promise<Result<{ release(): Promise<void> }, 'taken'>>;
  /** Closes the profile to all other users of the computer, before anything in it is opened; absent in a simulation, which has none. */
  readonly makePrivate?: (profile: string) => Promise<Result<null, EngineFault>>;
  /** False where the journal must not be copied on another thread, as in a simulation that plays the same twice. */
  readonly backups?: boolean;
};

/** Whether this computer starts Intray when the person logs in: by the system's own list, whose switches are the person's (ADR-56). */
export type Autostart = {
  /** This installation was never started before. */
  readonly isFirst: boolean;
  view(): StartsAtLogin;
  /** As the person has just set it in Intray. */
  set(on: boolean): void;
  /** Leads what is in the list to where Intray is now. */
  mend(): void;
  /** `ring` is called when it turns out that somebody changed it elsewhere. */
  onChange(ring: () => void): void;
};
/** Whether the computer runs on its battery; `ring` is called after every change of that. */
export type Power = { onBattery(): boolean; onChange(ring: () => void): void };
/** What a host that can replace itself lends the engine's api. */
export type UpdatesPart = {
  view(): UpdatesView;
  /** A person wants it now. It comes as soon as nothing is being sent; false where there is nothing to install. */
  installNow(): boolean;
  onChange(ring: () => void): () => void;
};

/**
 * `in-use`: another Intray has this profile (invariant 16). `newer`: a newer version made its journal. `full`, `read-only`, `held`, `broken`: the
 * disk does not take what has to be written, which may pass (ADR-34). `not-own`, `not-private`: other users of this computer could read it, and
 * Intray cannot change that. `detail` is for the log, and no words for a person.
 */
export type EngineFault = {
  readonly kind: 'in-use' | 'newer' | 'unreadable' | 'full' | 'read-only' | 'held' | 'broken' | 'not-own' | 'not-private';
  readonly detail: string;
};

export type EngineRouter = Router<typeof appContract, object>;

/** The engine with its api at hand. */
export type OpenEngine = Omit<Engine, 'api'> & {
  /** Implements shared/app-api; every host offers the same one over its own link. */
  readonly router: EngineRouter;
};

/** The engine: `createEngine(world, deps)` makes one, and nothing happens before `start`. */
export type Engine = {
  /** What `createRouter` makes the router of: every schema of the api comes with that, so a host without a window open can do it later. */
  readonly api: ApiParts;
  /** Restores what was under way, sweeps, reads the relay; resolves when all loops run. */
  start(): Promise<void>;
  /** For a command that does not start it: what `overview` says of vault, relay and folders is found out now, by one look each. */
  lookOnce(): Promise<void>;
  /** Stops taking up work, waits for what is in flight at most `patienceMs`, closes the journal. */
  close(patienceMs: number): Promise<void>;
  /** Closes the journal in this very call, where the system does not wait; the program must end right after it. What was in flight is put back by the next start. */
  closeNow(): void;
  overview(): Overview;
  /** Rings after every change, coalesced; look again with `overview`. Returns how to stop. */
  onChange(ring: () => void): () => void;
  onNotice(tell: (notice: Notice) => void): () => void;
  /** Woken from sleep, network back, the person asks: every stage looks again at once. */
  lookAgain(): void;
};
