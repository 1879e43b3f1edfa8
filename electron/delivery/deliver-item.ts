import type { Release } from '#shared/async/semaphore.ts';
import type { IntegrationId, Reference } from '#shared/contract/ids.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { metadataFor } from '#shared/entries/canonical.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { reference as referenceOf } from '#shared/domain/item/reference.ts';
import type { Outgoing, SentFields, ServiceAnswer } from '#shared/domain/item/sending/sent-name.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Converter } from '#shared/ports/converter.ts';
import { copyToSend } from './conversion/find-version.ts';
import { dropCopies } from './read-entries.ts';
import { followFile } from './follow-file.ts';
import type { FindBytesDeps, FindBytesPorts } from './find-bytes.ts';
import type { KeptAhead } from './copies-ahead.ts';
import type { OpenCopy } from './open-copy.ts';
import type { DeliveryStore, DueItem, EntriesReadAgain } from './store.ts';
import { retry } from '#shared/async/retry.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

/** What delivering a document needs from outside delivery. */
export type DeliverItemPorts = FindBytesPorts & {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly store: DeliveryStore;
  /** Makes what was converted again if its copy is lost; null where this host has none. */
  readonly converter: Converter | null;
  /** Commits a write together with others; it is on the disk when the promise resolves. */
  readonly join: <T>(write: () => T) => Promise<T>;
  readonly upload: Upload;
  /** The profile's own address, as it was typed; read at every sending. */
  readonly profileEmail: () => string | null;
  /** An answer put the company's connection by this integration in doubt: ask the service about it. */
  readonly doubt: (companyId: CompanyId, integrationId: IntegrationId) => void;
  /** Announces a change that is on the disk. */
  readonly tell: (item: Item, chores: readonly Chore[]) => void;
};

export type DeliverItemDeps = DeliverItemPorts &
  FindBytesDeps & {
    /** Waits for a permit to upload; null when nothing more is taken up. */
    readonly acquireUpload: () => Promise<Release | null>;
    readonly ahead: Pick<KeptAhead, 'left'>;
    /** Ends the wait for an answer. */
    readonly cut: Stop;
    /** True when nothing may be touched any more. */
    readonly isClosed: () => boolean;
  };

/**
 * Delivers one item: its bytes, the private copy, the connection, the durable intent, the upload, the durable outcome; always in this order. It holds
 * an upload permit only from the connection to the answer, so that the steps before and after delay no other upload.
 */
export async function deliverItem({ item, integrationId }: DueItem, deps: DeliverItemDeps): Promise<void> {
  const copy = await prepare(item, deps);
  if (copy === null) return;
  let sent: Sent | null = null;
  try {
    const release = deps.isClosed() ? null : await deps.acquireUpload();
    if (release === null) return;
    try {
      sent = await send(item, { copy, integrationId }, deps);
    } finally {
      release();
    }
  } finally {
    copy.close();
  }
  if (deps.isClosed()) return;
  if (sent !== null) await end(sent, deps);
  // The folder's setting may have put it aside.
  else if (!deps.store.needsSpool(item.id)) await dropCopies(item, deps);
}

/** The item's private copy, once it is on the disk. Null if there is nothing to send, or not now; the journal says why. */
async function prepare(item: Item, deps: DeliverItemDeps): Promise<OpenCopy | null> {
  const corrected = await followFile(item, deps);
  if (corrected !== null) return deps.isClosed() ? null : postpone(item, corrected, deps);
  const found = await copyToSend(item, deps);
  deps.ahead.left(item.id);
  if (deps.isClosed()) {
    if (found.ok) found.value.close();
    return null;
  }
  if (found.ok) return found.value;
  if (found.failure.kind === 'stopped') return null;
  if (found.failure.kind === 'entries-read') return reportEntries(item, found.failure, deps);
  return found.failure.kind === 'conversion-lost' ? reportLostConversion(item, deps) : postpone(item, found.failure, deps);
}

type Sent = {
  readonly begun: Item;
  readonly reference: Reference;
  readonly outcome: Outcome;
  readonly answer: ServiceAnswer | null;
};

type Ready = { readonly copy: OpenCopy; readonly integrationId: IntegrationId };

/** The bytes, and what came of them. Null if none has left; the journal says why. */
async function send(item: Item, { integrationId, copy }: Ready, deps: DeliverItemDeps): Promise<Sent | null> {
  const { companyId, sentName, mediaType, importType, sha256, resubmission, entries } = item;
  if (importType === null || sha256 === null) return null;
  const reference = referenceOf(nodeSha256, { integrationId, importType, contentSha256: sha256, resubmission });
  const comment = deps.store.noteToSend(item.id);
  const userEmail = deps.store.senderOf(item, reference, deps.profileEmail());
  const leaving = leavingOf(item, { integrationId, reference, comment, userEmail }, deps);
  let answer: ServiceAnswer | null = null;
  const outgoing = {
    integrationId,
    companyId,
    importType,
    reference,
    sentName,
    comment,
    userEmail,
    mediaType: mediaType ?? '',
    bytes: copy,
    entries: copy.entries,
    metadata: importType === 'entries' && entries !== undefined ? metadataFor(entries) : undefined,
    leave: leaving.leave,
    answered: (said: ServiceAnswer) => {
      answer = said;
    },
  };
  const outcome = withCopyFault(await answered(() => deps.upload(outgoing, deps.cut), item, deps), copy);
  const begun = leaving.begun();
  if (begun !== null) return { begun, reference, outcome, answer };
  return leaving.isWanted() && !deps.isClosed() ? postpone(item, failureOf(outcome), deps) : null;
}

type Leaving = {
  readonly leave: Outgoing['leave'];
  /** The item as its first byte left; null if none has. */
  readonly begun: () => Item | null;
  /** False once it was found out that it is not to be sent, or not like this. */
  readonly isWanted: () => boolean;
};

/** Writes, when the connection is there, that the item leaves (C51). A user may have corrected it until then. */
function leavingOf(
  item: Item,
  { integrationId, reference, comment, userEmail: sentBy }: Pick<Outgoing, 'integrationId' | 'reference' | 'comment' | 'userEmail'>,
  deps: DeliverItemDeps,
): Leaving {
  let begun: Item | null = null;
  let isWanted = true;
  const begin = async (fields: SentFields): Promise<boolean> => {
    const intent = () =>
      isSameSubmission(deps.store.get(item.id), item) && deps.store.noteToSend(item.id) === comment
        ? deps.store.begin(item.id, { integrationId, sentBy, at: deps.clock.wallMs(), fields })
        : null;
    const now = await writeWithRetries(intent, deps);
    if (now?.state.kind === 'uploading') begun = now;
    // The item is in doubt under a former connection: a user is asked instead.
    else if (now !== null) deps.tell(now, ['tell-question']);
    return begun !== null && !deps.isClosed();
  };
  return {
    leave: async (fields) => {
      isWanted = begun === null ? await begin(fields) : isStillBegun(item.id, reference, deps);
      return isWanted;
    },
    begun: () => begun,
    isWanted: () => isWanted,
  };
}

/** What is at hand is what is to be sent now: a user may have agreed to another version meanwhile. */
function isSameSubmission(now: Item | null, { conversion, entries, sentName, resubmission }: Item): boolean {
  if (now?.entries?.linesSha256 !== entries?.linesSha256) return false;
  return now?.conversion?.sha256 === conversion?.sha256 && now?.sentName === sentName && now?.resubmission === resubmission;
}

/** Without a byte of the document there is no answer to it. */
function failureOf(outcome: Outcome): Failure {
  return outcome.kind === 'failed' ? outcome.failure : { kind: 'broken', code: 'BUG', tries: 1 };
}

/**
 * If our own disk ended the upload, the service has received only a part: that is nobody else's failure, and the next try makes another copy. For the
 * same reason an answer that says "received" before the last byte left is not the service's.
 */
function withCopyFault(outcome: Outcome, copy: OpenCopy): Outcome {
  const fault = copy.fault();
  if (outcome.kind === 'received' && copy.isCut()) return failed({ kind: 'not-understood', status: 200, tries: 1 });
  return outcome.kind === 'failed' && fault !== null ? failed({ kind: 'spool', code: fault.code, tries: 1 }) : outcome;
}

function failed(failure: Failure): Outcome {
  return { kind: 'failed', failure, retryAfterMs: null };
}

/** False once an event says that another computer sent the same bytes, even under a former connection. */
function isStillBegun(itemId: Item['id'], reference: Reference, { store }: DeliverItemDeps): boolean {
  const now = store.get(itemId);
  return now?.state.kind === 'uploading' && now.reference === reference;
}

async function end({ begun: item, reference, outcome, answer }: Sent, deps: DeliverItemDeps): Promise<void> {
  const chance = deps.random.fraction();
  const ended = await writeWithRetries(
    () => deps.store.end(item.id, { reference, outcome, answer, chance, at: deps.clock.wallMs() }),
    deps,
  );
  if (ended === null) return;
  deps.log.info('upload ended', { itemId: item.id, outcome: outcome.kind, state: ended.item.state.kind });
  deps.tell(ended.item, ended.chores);
  if (outcome.kind === 'unauthorised' && item.integrationId !== null) deps.doubt(item.companyId, item.integrationId);
  const isCopyLost = outcome.kind === 'failed' && outcome.failure.kind === 'spool';
  if (isCopyLost || ended.chores.includes('drop-spool')) await dropCopies(item, deps);
}

/** What the user agreed to cannot be had again, so the user is told, or asked. */
async function reportLostConversion({ id, conversion }: Item, deps: DeliverItemDeps): Promise<null> {
  const told = await writeWithRetries(
    () => (conversion === undefined ? null : deps.store.conversionLost(id, conversion, deps.clock.wallMs())),
    deps,
  );
  if (told === null) return null;
  deps.log.warn('conversion lost', { itemId: id, state: told.item.state.kind });
  deps.tell(told.item, told.chores);
  await deps.spool.drop(id);
  return null;
}

/** Its file is read differently than when the user agreed to send its lines, so the user is told, or asked. */
async function reportEntries({ id }: Item, read: EntriesReadAgain, deps: DeliverItemDeps): Promise<null> {
  const told = await writeWithRetries(() => deps.store.entriesRead(id, read, deps.clock.wallMs()), deps);
  if (told !== null) deps.tell(told.item, told.chores);
  return null;
}

/** An upload reports failures as a value. If it throws, that is a bug, which must not leave the item under way. */
async function answered(upload: () => Promise<Outcome>, item: Item, deps: DeliverItemDeps): Promise<Outcome> {
  try {
    return await upload();
  } catch (error) {
    deps.log.error('upload threw', { itemId: item.id, error: error instanceof Error ? error.name : typeof error });
    return failed({ kind: 'broken', code: 'BUG', tries: 1 });
  }
}

type PostponeDeps = WrittenDeps & {
  readonly random: Random;
  readonly store: Pick<DeliveryStore, 'postpone'>;
  /** Announces a change that is on the disk. */
  readonly tell: (item: Item, chores: readonly Chore[]) => void;
};

/** Something on our side was missing before a byte could leave: the item is tried again later. */
export async function postpone(item: Item, failure: Failure, deps: PostponeDeps): Promise<null> {
  const chance = deps.random.fraction();
  const postponed = await writeWithRetries(() => deps.store.postpone(item.id, { failure, chance, at: deps.clock.wallMs() }), deps);
  if (postponed === null) return null;
  deps.log.warn('upload postponed', { itemId: item.id, failure: failure.kind });
  deps.tell(postponed.item, postponed.chores);
  return null;
}

type WrittenDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** Commits a write together with others; it is on the disk when the promise resolves. */
  readonly join: <T>(write: () => T) => Promise<T>;
  /** Ends the wait for a disk that refuses. */
  readonly cut: Stop;
  /** True when nothing may be touched any more. */
  readonly isClosed: () => boolean;
};

/** Our own disk does not take a row. It is asked again so often, as long as the program runs: without the row nothing may go on. */
const JOURNAL_AGAIN_MS = 5 * SECOND_MS;
const GIVEN_UP = { value: null };

/** Writes to the journal, retrying while the disk refuses. Null once closed or cut off: the next start finds the item under way and resumes it. */
export async function writeWithRetries<T>(write: () => T, deps: WrittenDeps): Promise<T | null> {
  const tried = await retry({ clock: deps.clock, restMs: JOURNAL_AGAIN_MS, stop: deps.cut }, async () => {
    if (deps.isClosed()) return GIVEN_UP;
    try {
      return { value: await deps.join(write) };
    } catch (error) {
      deps.log.error('journal does not take a row', { error: error instanceof Error ? error.name : typeof error });
      return null;
    }
  });
  return tried?.value ?? null;
}

/**
 * Sends one import to the service and returns the outcome; never throws for what the network or the service does.
 * It answers a 401 itself, with a fresh token and one more try; its outcome is final for this call. `stop` ends the
 * wait early: the outcome is then `failed`, although the service may have received the bytes.
 */
export type Upload = (what: Outgoing, stop: Stop) => Promise<Outcome>;
