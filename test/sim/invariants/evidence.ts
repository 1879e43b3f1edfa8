import type { Item } from '#shared/domain/item/item.ts';
import type { Readings } from '../plan/places.ts';
import type { DiskWrite } from '../world/disk/sim-disk.ts';

/** A scan in a watched folder at the end of the run, whole and fit to be sent. */
export type Dropped = { readonly path: string; readonly sha256: string; readonly importType: string; readonly isTidied: boolean };

/** A user asked to send a content again, and this computer agreed: it is sent once more, under this number. */
export type SentAgain = {
  readonly by: string;
  readonly key: string;
  readonly number: number;
  /** Its file was there, and there may have been no room for a copy. If the file disappears before it is copied, the user is told. */
  readonly uncopied: boolean;
};

/** A move by our program that a user had allowed: into which folder, and the result that the folder stands for. */
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

/** What one computer knows for sure about one content, from an answer of the service or from an event that it verified and stored. */
export type Told = {
  readonly by: string;
  readonly importType: string;
  readonly sha256: string;
  /** The number in the reference: how often it was sent again. */
  readonly number: number;
  readonly documentId: string | null;
  /** What the event names; null for an answer, and for an event without one. */
  readonly reference: string | null;
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
  /** Whether a user had been asked, where that is required: bulk arrivals, and another disk at the same path. */
  readonly asked: boolean;
  /** Whether a user of this computer had agreed to these lines of the file, if it is one of entries. */
  readonly agreed: boolean;
  /** Of entries: their text, and the hash in the metadata. */
  readonly entries?: { readonly body: string; readonly linesSha256: string } | undefined;
  /** Of a scan that comes with entries. */
  readonly pair: PairSent | null;
};

/**
 * What left with a scan. `body`: the text of its entries, null for none; `file`: the hash of the file beside it that they were read from. `meant`: a
 * user of this computer had agreed to exactly these lines, or had the scan sent without any.
 */
export type PairSent = { readonly body: string | null; readonly file: string | null; readonly meant: boolean };

/** What arrived with a scan. `body`: the text of its entries as the service has it, null for none. */
export type PairReceived = { readonly documentId: string; readonly reference: string; readonly body: string | null };

/** A scan in the folder where every scan has its entries, and what lies beside it at the end of the run. */
export type PairLying = { readonly scan: string; readonly files: readonly FileBeside[] };
export type FileBeside = { readonly name: string; readonly sha256: string; readonly readings: Readings | null };

/** The first time that a connection was there for a document, of one content and type, and its first byte could leave a computer. */
export type Departure = {
  readonly by: string;
  readonly importType: string;
  /** Of the file that it was made of. */
  readonly sha256: string;
  /** A user sent it again: its first sending may have been another computer's. */
  readonly again: boolean;
  /** How long ago a file with this content was last in a folder of this type: 0 if one was there, null if none had ever been. */
  readonly absentMs: number | null;
  /** For how long the program had been asking for tokens and connections without a pause. */
  readonly connectingMs: number;
  /** Meanwhile, or shortly before, the computer slept, a folder of this type was away, or a file in one could not be read. */
  readonly unseen: boolean;
};

export type DesktopEvidence = {
  readonly name: string;
  readonly items: readonly Item[];
  /** Final states seen during the run: an item with two of them has flipped. */
  readonly finals: ReadonlyMap<string, ReadonlySet<string>>;
  /** It lost its secrets. An answer under a former connection may never come, and then it says so. */
  readonly keyless: boolean;
  /** Its program could not be started, or its journal not be opened, after a kill. */
  readonly stuck: readonly string[];
};

/** All that the checkers look at, gathered once everything is at rest. */
export type Evidence = {
  readonly dropped: readonly Dropped[];
  /** `type sha256` of all whole contents that were ever put into a watched folder. */
  readonly whole: ReadonlySet<string>;
  readonly documents: readonly SentDocument[];
  /** Those of the documents that the service forgot when an older copy of it was restored. */
  readonly forgotten: ReadonlySet<string>;
  readonly told: readonly Told[];
  /** A computer's profile was restored from an older copy: what only it had known is lost. */
  readonly memoryLost: boolean;
  readonly uploads: readonly Upload[];
  readonly departures: readonly Departure[];
  /** By hash: what the lines of each file of entries come to. */
  readonly readings: ReadonlyMap<string, Readings>;
  readonly received: readonly PairReceived[];
  readonly lying: readonly PairLying[];
  /** Documents whose event the relay acknowledged, and did not lose through its operator. */
  readonly acknowledged: readonly string[];
  readonly desktops: readonly DesktopEvidence[];
  /** By `type sha256`: the numbers under which a user sent it again. */
  readonly again: ReadonlyMap<string, ReadonlySet<number>>;
  readonly promised: readonly SentAgain[];
  /** Writes of our programs outside their own folders that nobody allowed. */
  readonly writes: readonly DiskWrite[];
  readonly tidied: readonly TidiedFile[];
  /** Watched files whose bytes, name or time differ from what the user left. */
  readonly altered: readonly string[];
  /** Events or secrets that reached someone who must not have them. */
  readonly leaks: readonly string[];
  /** Places where a secret was found: logs, databases, spools. */
  readonly exposed: readonly string[];
  /** Violations seen during the run. */
  readonly found: readonly Violation[];
};

/** A broken invariant: its number in docs/invariants.md, and where it was broken. */
export type Violation = { readonly invariant: number; readonly what: string };

export type Invariant = (evidence: Evidence) => readonly Violation[];
