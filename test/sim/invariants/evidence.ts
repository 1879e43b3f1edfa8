import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { Item } from '#shared/domain/item.ts';
import type { DiskWrite } from '../world/sim-disk.ts';

/** A scan that somebody dropped, whole and fit to be sent. */
export type Dropped = { readonly path: string; readonly sha256: string; readonly importType: InvoiceType };

/** The sandbox's own record. */
export type SentDocument = {
  readonly documentId: string;
  readonly integrationId: string;
  readonly importType: string;
  readonly externalReference: string | null;
  readonly sha256: string | null;
  readonly documentState: string | null;
};

/** One import request as it arrived at the service. */
export type Upload = {
  readonly by: string;
  readonly importType: string;
  readonly reference: string;
  readonly sha256: string;
  /** Whether the sender's journal had the intent when the request arrived. */
  readonly intended: boolean;
};

export type DesktopEvidence = {
  readonly name: string;
  readonly items: readonly Item[];
  /** Final states seen while it ran: an item that shows up with two has flipped. */
  readonly finals: ReadonlyMap<string, ReadonlySet<string>>;
};

/** All that the checkers look at, gathered once everything has come to rest. */
export type Evidence = {
  readonly dropped: readonly Dropped[];
  readonly documents: readonly SentDocument[];
  readonly uploads: readonly Upload[];
  /** Documents whose event the relay acknowledged. */
  readonly acknowledged: readonly string[];
  readonly desktops: readonly DesktopEvidence[];
  /** Writes of our programs outside their own folders. */
  readonly writes: readonly DiskWrite[];
  /** Watched files whose bytes, name or time are not what the person left. */
  readonly altered: readonly string[];
};

/** A promise of DESIGN 6, by its number, and the place where it was broken. */
export type Violation = { readonly invariant: number; readonly what: string };

export type Invariant = (evidence: Evidence) => readonly Violation[];
