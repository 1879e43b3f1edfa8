import type { Router } from '@orpc/server';
import type { appContract } from '#shared/app-api/app-contract.ts';
import type { RunsOn } from '#shared/app-api/diagnostics.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Configuration } from '#shared/app-api/installation.ts';
import type { ArrivedInvitation } from '#shared/app-api/invitation/invitation-views.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview, StartsAtLogin } from '#shared/app-api/views.ts';
import type { Notice } from '#shared/domain/notice.ts';
import type { Digest, Sha256 } from '#shared/lib/digest.ts';
import type { Converter } from '#shared/ports/converter.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Unpack } from '#shared/service-client/read-event.ts';
import type { Surroundings } from '../folders/whereabouts.ts';
import type { ProxyRouteDeps } from '../service/proxy-route.ts';

/** What a host (Electron's shell, the headless host, a test) gives the engine in addition to the world. */
export type EngineDeps = {
  /** Folder of this installation's own files: journal, spool, vault. It must exist. */
  readonly profile: string;
  readonly host: 'electron' | 'headless';
  readonly version: string;
  /** BCP 47 tag of the operating system's language. */
  readonly locale: string;
  /** Name of this computer as its user knows it; shown in the relay's list of devices. */
  readonly deviceName: string;
  readonly home: string;
  /** What the computer says about its special folders; absent in a simulation. */
  readonly surroundings?: Surroundings;
  readonly sha256: Sha256;
  /** Decompresses a packed result; without it such a result cannot be read. */
  readonly unpack?: Unpack;
  /** SHA-256 of whole files, on another thread where the host has one; by default `sha256` itself. */
  readonly digest?: Digest;
  /** Reads the user's files: in processes of their own, and in a simulation in this one. */
  readonly reader: FileReader;
  /** Makes what the service takes from documents that it does not take; without it, a user who asks for that is told that it failed. */
  readonly converter?: Converter;
  /**
   * Commits are flushed on a thread of their own. Called when the disk has lost what was written last while SQLite believes that it is there: the
   * program ends at once, without closing anything, and starts again. Absent in a simulation: there SQLite flushes within each commit.
   */
  readonly onLostJournal?: () => void;
  /** A file of the private copies belongs to no document any more; a simulation overwrites it at once. */
  readonly onFreeCopy?: (path: string) => void;
  /** What the host knows about proxies; without it connections are direct. */
  readonly proxies?: Pick<ProxyRouteDeps, 'environment' | 'system'>;
  /** The system's folder dialog; null where there is none. */
  readonly chooseFolder: (() => Promise<string | null>) | null;
  /** The system's file manager; null where there is none. */
  readonly reveal: ((path: string) => void) | null;
  /** What this host runs on, for diagnostics. */
  readonly runsOn?: RunsOn;
  /** Starting Intray at log-in, where the host can do that. */
  readonly autostart?: Autostart | null;
  /** Mains or battery; null where the host cannot tell, or where the computer has no battery. */
  readonly power?: Power | null;
  /** The system's dialog that asks where to save a file of this name; null where there is none, and resolves to null if the user closes it. */
  readonly saveFile?: ((name: string) => Promise<string | null>) | null;
  /** Folder of the font that PDF registers are written with. */
  readonly fontFolder?: string;
  /** The bundled file of the thread that draws PDF registers; by default the source's own. */
  readonly pagesThread?: URL;
  /** Opens a file in the system's viewer; absent where there is none. */
  readonly open?: ((path: string) => void) | null;
  /** Opens the system's mail program with a message (`mailLink`) and says whether there was one; absent where there is none. */
  readonly writeMail?: ((href: string) => Promise<boolean>) | null;
  /** Invitations that reach this host by a link or an opened file; absent where none can. */
  readonly arrivals?: Arrivals;
  /**
   * Service and relay that this build brings along: a new profile begins with them, and an invitation to another relay requires that the user
   * types its domain. Absent where a build knows none.
   */
  readonly configuration?: Configuration | null;
  /** How this installation updates itself; absent where whoever installed it does that. */
  readonly updates?: UpdatesPart | undefined;
  /** A random id of this run of the program, stored nowhere: the relay uses it to notice a copy of the profile that runs at the same time. */
  readonly run?: string;
  /** Locks the profile for this engine until `release`; absent in a simulation, where one computer runs one engine. */
  readonly claim?: (profile: string) => Promise<Result<{ release(): Promise<void> }, 'taken'>>;
  /** Makes the profile inaccessible to other users of the computer, before anything in it is opened; absent in a simulation, which has none. */
  readonly makePrivate?: (profile: string) => Promise<Result<null, EngineFault>>;
  /** False where the journal must not be copied on another thread, as in a simulation, which must be repeatable. */
  readonly backups?: boolean;
};

/** Whether this computer starts Intray at log-in: an entry in the system's own list, whose switches belong to the user (ADR-56). */
export type Autostart = {
  /** This installation was never started before. */
  readonly isFirst: boolean;
  view(): StartsAtLogin;
  /** Called when the user sets it in Intray. */
  set(on: boolean): void;
  /** Corrects the path of an existing entry to where Intray is now. */
  mend(): void;
  /** `ring` is called when the entry turns out to have been changed outside Intray. */
  onChange(ring: () => void): void;
};
/** The last invitation that came from outside the window; `ring` is called when another one comes. */
export type Arrivals = {
  current(): ArrivedInvitation | null;
  dismiss(id: number): boolean;
  onChange(ring: () => void): void;
};
/** Whether the computer runs on its battery; `ring` is called after every change. */
export type Power = { onBattery(): boolean; onChange(ring: () => void): void };
/** What a host that can update itself offers to the window. */
export type UpdatesPart = {
  view(): UpdatesView;
  /** The user wants the update now. It is installed as soon as nothing is being sent; false if there is nothing to install. */
  installNow(): boolean;
  onChange(ring: () => void): () => void;
};

/**
 * `in-use`: another Intray has this profile (invariant 16). `newer`: a newer version wrote its journal. `full`, `read-only`, `held`, `broken`: the
 * disk does not accept what has to be written, which may pass (ADR-34). `not-own`, `not-private`: other users of this computer could read the
 * profile, and Intray cannot change that. `detail` is for the log, not for a user.
 */
export type EngineFault = {
  readonly kind: 'in-use' | 'newer' | 'unreadable' | 'full' | 'read-only' | 'held' | 'broken' | 'not-own' | 'not-private';
  readonly detail: string;
};

export type EngineRouter = Router<typeof appContract, object>;

/** The engine with its router, for a host whose window and tray call it from the start. */
export type OpenEngine = Omit<Engine, 'api'> & {
  /** Implements shared/app-api; every host serves the same router over its own transport. */
  readonly router: EngineRouter;
};

/** The engine, as `createEngine(world, deps)` makes it; nothing runs before `start`. */
export type Engine = {
  /** Answers the window, once `createRouter` has put the contract around it: that loads every schema, so a host with no window open does it later. */
  readonly api: AppHandlers;
  /** Restores what was in progress, sweeps, reads the relay; resolves when all loops run. */
  start(): Promise<void>;
  /** For a command that does not start the engine: takes one look each at vault, relay and folders, so that `overview` can report them. */
  lookOnce(): Promise<void>;
  /** Stops taking up work, waits at most `patienceMs` for uploads in progress, closes the journal. */
  close(patienceMs: number): Promise<void>;
  /** Closes the journal synchronously, for a system that does not wait; the program must end right after. The next start restores the rest. */
  closeNow(): void;
  overview(): Overview;
  /** Resolves when all that can be read now is on the disk: an answer that leaves the program waits for it. */
  durable(): Promise<void>;
  /** Rings after changes, coalesced; read `overview` again. Returns the unsubscribe function. */
  onChange(ring: () => void): () => void;
  onNotice(tell: (notice: Notice) => void): () => void;
  /** After sleep, when the network is back, or when the user asks: every stage looks again at once. */
  lookAgain(): void;
};
