import { join } from 'node:path';
import { createDelivery, type Delivery } from '#electron/delivery/create-delivery.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import type { Upload } from '#electron/delivery/deliver-item.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import type { Outgoing } from '#shared/domain/item/sending/sent-name.ts';
import type { Journal } from '#electron/journal/open-journal.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Digest } from '#shared/lib/digest.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { Converter } from '#shared/ports/converter.ts';
import type { Files } from '#shared/ports/files.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import type { VirtualClock } from '#test/support/virtual-clock.ts';
import { wholeBody } from '#test/support/network/http-body.ts';
import type { Stop } from '#shared/ports/stop.ts';

const FREE_BYTES = 1_000_000;
/** As the real one says it. */
const NOT_WANTED: Outcome = { kind: 'failed', failure: { kind: 'offline', code: 'NOT_WANTED' }, retryAfterMs: null };

export const SPOOL = join('/profile', 'spool');

/** A document as the service receives it. */
export type Sent = Outgoing & { readonly bytes: Uint8Array };

/** Gets all the bytes, read as they are sent. */
export type Service = (what: Sent, stop: Stop) => ReturnType<Upload>;

export type LifeOf = {
  readonly clock: VirtualClock;
  readonly journal: Journal;
  readonly files: Files;
  readonly upload: Service;
  /** Called when the connection is made, before a byte leaves; what it answers ends the try. */
  readonly connecting?: (what: Outgoing) => Outcome | null;
  /** How much of a body the service reads before it answers; all of it, if absent. */
  readonly readBody?: typeof wholeBody;
  readonly parallel?: () => number;
  readonly digest?: Digest;
  readonly converter?: Converter;
  /** Another life gives its files other names. */
  readonly seed?: number;
  /** Called before and after every call of a port; returns true from the moment at which the process is dead. */
  readonly dies?: () => boolean;
};

export type Life = {
  readonly delivery: Delivery;
  readonly doubted: CompanyId[];
  readonly told: { readonly itemId: ItemId; readonly chores: readonly Chore[] }[];
  readonly log: ReturnType<typeof recordingLog>;
};

/** Delivery as one process runs it; real journal, disk and service are arguments. */
export function aLife(of: LifeOf): Life {
  const doubted: CompanyId[] = [];
  const told: Life['told'] = [];
  const log = recordingLog();
  const files = mortal(of.files, of.dies);
  const overwrite = of.files.writeOver.bind(of.files);
  const digest = of.digest ?? nodeDigest;
  const upload = of.dies === undefined ? of.upload : mortalCall(of.upload, of.dies);
  const delivery = createDelivery({
    clock: mortal(of.clock, of.dies),
    files,
    reader: readHere({ files, digest }),
    converter: of.converter === undefined ? null : mortal(of.converter, of.dies),
    noRoom: () => log.warn('no room'),
    shrinkLog: () => of.journal.shrinkLog(),
    random: seededRandom(of.seed ?? 3),
    log,
    digest,
    store: of.journal.delivery,
    join: (write) => of.journal.join(write),
    upload: async (what, stop) => {
      const ended = of.connecting?.(what) ?? null;
      if (ended !== null) return ended;
      if (!(await what.leave())) return NOT_WANTED;
      return upload({ ...what, bytes: await (of.readBody ?? wholeBody)([what.bytes]) }, stop);
    },
    doubt: (companyId) => doubted.push(companyId),
    tell: (item, chores) => told.push({ itemId: item.id, chores }),
    spoolFolder: SPOOL,
    // Whoever still reads a file that is free sends this.
    onFreeCopy: (path) => void overwrite(path, [Buffer.alloc(FREE_BYTES, 'free ')]),
    parallel: of.parallel ?? (() => 4),
  });
  of.journal.onChange(() => delivery.ring());
  return { delivery, doubted, told, log };
}

/** In a dead process nothing that it awaits ever resolves. */
function mortalCall<A extends unknown[], T>(call: (...args: A) => Promise<T>, dies: () => boolean): (...args: A) => Promise<T> {
  return async (...args) => {
    if (dies()) await new Promise(() => undefined);
    const value = await call(...args);
    if (dies()) await new Promise(() => undefined);
    return value;
  };
}

function mortal<P extends object>(port: P, dies: (() => boolean) | undefined): P {
  if (dies === undefined) return port;
  return new Proxy(port, {
    get: (target, name, self) => {
      const member: unknown = Reflect.get(target, name, self);
      // The two that tell the time are synchronous.
      if (typeof member !== 'function' || name === 'wallMs' || name === 'monotonicMs') return member;
      return mortalCall(member.bind(target), dies);
    },
  });
}

/** The service, as far as delivery can tell: its documents, by reference. It outlives every process. */
export function aService() {
  const documents = new Map<string, { readonly content: string; readonly documentId: string }>();
  const requests: Sent[] = [];
  let made = 0;
  return {
    documents,
    requests,
    /** Records the document, or answers that it already has it. */
    take: (what: Sent) => {
      requests.push(what);
      const content = Buffer.from(what.bytes).toString();
      const known = documents.get(what.reference);
      if (known !== undefined) {
        if (known.content !== content) throw new Error('one reference names two contents');
        return { kind: 'already-received', documentId: known.documentId as never } as const;
      }
      made += 1;
      const documentId = `dddddddd-0000-4000-8000-${String(made).padStart(12, '0')}`;
      documents.set(what.reference, { content, documentId });
      return { kind: 'received', documentId: documentId as never } as const;
    },
  };
}

/** What a person would see of a document's bytes, or the fault. */
export async function shownBytes(delivery: Pick<Delivery, 'bytesOf'>, itemId: ItemId): Promise<Buffer | string> {
  const found = await delivery.bytesOf(itemId);
  if (!found.ok) return found.failure;
  if (found.value instanceof Uint8Array) return Buffer.from(found.value);
  const parts: Uint8Array[] = [];
  for await (const part of found.value.chunks()) parts.push(part);
  await found.value.close();
  return Buffer.concat(parts);
}
