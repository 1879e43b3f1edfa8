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
import { recordingLog, seededRandom, type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import { wholeBody } from '#test/support/network/scripted-server.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Counts } from '#shared/domain/standing.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, closeQuietly, opened } from '#test/unit/electron/journal/an-open-journal.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';
import { tempFolder } from '#test/support/folders.ts';
import { memoryFiles } from './memory-files.ts';

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
  readonly profileEmail?: () => string | null;
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
    profileEmail: of.profileEmail ?? (() => null),
    store: of.journal.delivery,
    join: (write) => of.journal.join(write),
    upload: async (what, stop) => {
      const ended = of.connecting?.(what) ?? null;
      if (ended !== null) return ended;
      if (!(await what.leave({}))) return NOT_WANTED;
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

/** What a user would see of a document's bytes, or the fault. */
export async function shownBytes(delivery: Pick<Delivery, 'bytesOf'>, itemId: ItemId): Promise<Buffer | string> {
  const found = await delivery.bytesOf(itemId);
  if (!found.ok) return found.failure;
  if (found.value instanceof Uint8Array) return Buffer.from(found.value);
  const parts: Uint8Array[] = [];
  for await (const part of found.value.chunks()) parts.push(part);
  await found.value.close();
  return Buffer.concat(parts);
}

export const CONTENTS: readonly string[] = ['one', 'three', 'two'];

type Lives = {
  /** Number of awaits after which each life ends; one more life follows that is not killed. */
  readonly kills: readonly number[];
  /** Files that are still in the folder are edited between the lives. */
  readonly edited?: boolean;
};

type Ending = {
  /** Every kill came before its life had nothing more to do. */
  readonly died: boolean;
  /** What the service has in the end, one entry per document. */
  readonly documents: readonly string[];
  readonly counts: Counts;
};

/** One profile, one disk and one service through several lives of the program; all but the last are killed midway. */
export async function lives({ kills, edited = false }: Lives): Promise<Ending> {
  const file = join(tempFolder(), 'journal.sqlite');
  const clock = virtualClock();
  const files = memoryFiles();
  const service = aService();
  const late: (() => void)[] = [];
  const upload = slowly(service, late);
  let died = true;
  let counts: Counts | null = null;
  for (const [life, kill] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const journal = opened(file, clock);
    if (life === 0) drop({ journal, clock, file }, files);
    else if (edited) edit(files);
    journal.restart();
    const death = deathAfter(kill);
    const { delivery } = aLife({ clock, journal, files, upload, parallel: () => 2, dies: death.dies });
    void delivery.start();
    await clock.run(() => death.dead() || journal.items.counts().awaiting === CONTENTS.length, 10 * MINUTE_MS);
    died &&= kill === Number.POSITIVE_INFINITY || death.dead();
    counts = journal.items.counts();
    death.now();
    closeQuietly(journal);
    // Requests on their way when the process died arrive after it.
    for (const arrive of late.splice(0)) arrive();
  }
  if (counts === null) throw new Error('there is always a last life');
  return { died, documents: [...service.documents.values()].map(({ content }) => content).sort(), counts };
}

/** Two more awaits, between which the service records: the request can be lost, and so can its answer. */
export function slowly(service: ReturnType<typeof aService>, late: (() => void)[]): Service {
  return async (what) => {
    await Promise.resolve();
    const outcome = service.take(what);
    late.push(() => service.take(what));
    await Promise.resolve();
    return outcome;
  };
}

function drop(open: Parameters<typeof aCompany>[0], files: ReturnType<typeof memoryFiles>): void {
  const folder = aFolder(open, aCompany(open));
  for (const content of CONTENTS) {
    files.all.set(`${folder.path}/${content}`, Buffer.from(content));
    open.journal.intake.enqueue(aFile(folder, { name: content, content }));
  }
}

function edit(files: ReturnType<typeof memoryFiles>): void {
  for (const path of files.all.keys()) if (liesBelow(path, '/scans')) files.all.set(path, Buffer.from('edited'));
}

export function deathAfter(awaits: number) {
  let left = awaits;
  let dead = false;
  return {
    dies: () => {
      left -= 1;
      dead ||= left < 0;
      return dead;
    },
    dead: () => dead,
    now: () => {
      dead = true;
    },
  };
}
