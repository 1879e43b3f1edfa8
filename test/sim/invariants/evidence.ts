import type { Item } from '#shared/domain/item/item.ts';
import type { DiskWrite } from '../world/disk/sim-disk.ts';

/** A scan that lies in a watched folder at the end, whole and fit to be sent. */
export type Dropped = { readonly path: string; readonly sha256: string; readonly importType: string; readonly isTidied: boolean };

/** A person asked, and this computer said yes: the content goes out once more, under this number. */
export type SentAgain = {
  readonly by: string;
  readonly key: string;
  readonly number: number;
  /** Its file lay there, and there may have been no room for a copy: if it is taken away before there is, the person is told so. */
  readonly uncopied: boolean;
};

/** A move that a person had allowed to our program: into which folder, by the result that it stands for. */
export type TidiedFile = {
  readonly by: string;
  readonly to: string;
  readonly sha256: string;
  readonly importType: string;
  readonly documentState: string;
};

/** The sandbox's own record. */
export type SentDocument = {
  readonly documentId: string;
  readonly integrationId: string;
  readonly importType: string;
  readonly externalReference: string | null;
  readonly sha256: string | null;
  readonly documentState: string | null;
  readonly rejectionReason: string | null;
};

/** What one computer knows for sure of one content, from an answer of the service or from an event that it verified and wrote down. */
export type Told = {
  readonly by: string;
  readonly importType: string;
  readonly sha256: string;
  /** Of the reference: how often it was sent again. */
  readonly number: number;
  readonly documentId: string | null;
  readonly says: 'received' | 'accepted' | 'refused';
};

/** One import request as it left a desktop. */
export type Upload = {
  readonly by: string;
  readonly importType: string;
  readonly reference: string;
  readonly sha256: string;
  /** Whether the sender's journal had the intent when the request left. */
  readonly intended: boolean;
  /** Whether a person had been asked, where one has to be: floods, another disk at the same place. */
  readonly asked: boolean;
};

export type DesktopEvidence = {
  readonly name: string;
  readonly items: readonly Item[];
  /** Final states seen while it ran: an item that shows up with two has flipped. */
  readonly finals: ReadonlyMap<string, ReadonlySet<string>>;
  /** It lost its secrets: an answer under a former connection may never come, and then it says so. */
  readonly keyless: boolean;
  /** Its program could not be started, or its journal not be opened, after a kill. */
  readonly stuck: readonly string[];
};

/** All that the checkers look at, gathered once everything has come to rest. */
export type Evidence = {
  readonly dropped: readonly Dropped[];
  /** `type sha256` of all whole contents that were ever put into a watched folder. */
  readonly whole: ReadonlySet<string>;
  readonly documents: readonly SentDocument[];
  /** Of these, what the service forgot when an older copy of it was put back. */
  readonly forgotten: ReadonlySet<string>;
  readonly told: readonly Told[];
  /** A computer's profile was put back to an older copy: what it alone had known is known to none. */
  readonly memoryLost: boolean;
  readonly uploads: readonly Upload[];
  /** Documents whose event the relay acknowledged, and did not lose by its operator's hand. */
  readonly acknowledged: readonly string[];
  readonly desktops: readonly DesktopEvidence[];
  /** By `type sha256`: the numbers under which a person said that it is sent again. */
  readonly again: ReadonlyMap<string, ReadonlySet<number>>;
  readonly promised: readonly SentAgain[];
  /** Writes of our programs outside their own folders that nobody allowed. */
  readonly writes: readonly DiskWrite[];
  readonly tidied: readonly TidiedFile[];
  /** Watched files whose bytes, name or time are not what the person left. */
  readonly altered: readonly string[];
  /** Events or secrets that somebody got who must not. */
  readonly leaks: readonly string[];
  /** Places where a secret was found: logs, databases, spools. */
  readonly exposed: readonly string[];
  /** What was seen broken while it happened. */
  readonly found: readonly Violation[];
};

/** An invariant of docs/invariants.md, by its number, and the place where it was broken. */
export type Violation = { readonly invariant: number; readonly what: string };

export type Invariant = (evidence: Evidence) => readonly Violation[];
