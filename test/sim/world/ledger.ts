import type { IntegrationId } from '#shared/contract/ids.ts';
import { REFERENCE_STEM_CHARACTERS, referenceStem } from '#shared/domain/item/reference.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { liesBelow, pathMap } from '#test/support/disks/path-map.ts';
import type { SentAgain, SentDocument } from '../invariants/evidence.ts';
import { madeOf, type Paper, resultFolderOf, typeOf } from '../plan/places.ts';
import type { DiskWrite } from './disk/sim-disk.ts';
import { Pairs } from './pairs.ts';
import { createHash } from 'node:crypto';

export type Left = { readonly path: string; readonly paper: Paper; readonly modifiedAt: number; readonly atMs: number };

/** A file that was sent again and refused again gets a second note. */
const NOTE = /\.refused( \(\d+\))?\.txt$/;

/** What people and scanners did, as the checkers know it: independent of what our programs think. */
export class Ledger {
  /** What is in the watched folders now. */
  readonly left = pathMap<Left>();
  /** What was in them, and when. */
  readonly presence = new Presence();
  readonly pairs = new Pairs();
  /** `type sha256` of everything that was ever put there. */
  readonly papers = new Map<string, Paper>();
  /** Those of the papers that nobody has allowed to be sent. */
  readonly unasked = new Set<string>();
  /** By the hash of what is made of it: the hash of the TIFF. */
  readonly made = new Map<string, string>();
  /** Computers whose user ever had TIFFs converted without being asked. */
  readonly converting = new Set<string>();
  /** By content: the numbers under which a user sent it again (C12). */
  readonly again = new Map<string, Set<number>>();
  /** Those of them that a computer agreed to send again. */
  readonly promised: SentAgain[] = [];
  /** By computer: those that there were when its profile was copied. */
  readonly #promisedBefore = new Map<string, ReadonlySet<SentAgain>>();
  /** By computer: what its user does not want sent. */
  readonly leftAside = new Map<string, Set<string>>();
  /** `computer sha256`: the hashes of the lines that its user agreed to send. */
  readonly #agreed = new Map<string, Set<string>>();
  /** By integration and reference without its number: the file of entries. */
  readonly #entriesFiles = new Map<string, string>();
  /** Computers whose user wants files moved after their result, and whether with a note beside refused ones. */
  readonly #wishes = new Map<string, { readonly note: boolean }>();
  readonly #monotonicMs: () => number;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** The profile of this computer is copied. */
  backUp(name: string): void {
    this.#promisedBefore.set(name, new Set(this.promised));
  }

  /** The copy takes the profile's place: what this computer agreed to since then, nobody knows any more. */
  restore(name: string): void {
    const before = this.#promisedBefore.get(name);
    const known = this.promised.filter((one) => one.by !== name || before?.has(one) === true);
    this.promised.splice(0, this.promised.length, ...known);
  }

  put(path: string, sheet: Paper, at: { readonly modifiedAt: number; readonly atMs: number }): void {
    this.left.set(path, { path, paper: sheet, ...at });
    this.pairs.put({ path, paper: sheet });
    this.#note();
    this.papers.set(keyOf(typeOf(path), sheet.sha256), sheet);
    if (sheet.kind === 'tiff') this.made.set(hex(nodeSha256([madeOf(sheet.sha256)])), sheet.sha256);
  }

  rename(from: string, to: string, atMs: number): void {
    const left = this.left.get(from);
    if (left === undefined) return;
    this.left.delete(from);
    this.left.set(to, { ...left, path: to, atMs });
    this.pairs.put({ path: to, paper: left.paper });
    this.#note();
    this.papers.set(keyOf(typeOf(to), left.paper.sha256), left.paper);
  }

  remove(path: string): void {
    this.left.delete(path);
    this.#note();
  }

  /** The disk under this folder is replaced by another one. Returns what was there, for `putBack`. */
  takeAway(folder: string): readonly Left[] {
    const away = Array.from(this.left.values()).filter(({ path }) => liesBelow(path, folder));
    for (const { path } of away) this.left.delete(path);
    this.#note();
    return away;
  }

  /** The replaced disk is back as it was; what was put on the other one is gone with it. */
  putBack(folder: string, away: readonly Left[]): void {
    this.takeAway(folder);
    for (const left of away) this.left.set(left.path, left);
    this.#note();
  }

  /** One of our programs moved the file, as it was allowed to; from now on the checkers expect it there. */
  follow(from: string, to: string): void {
    const left = this.left.get(from);
    if (left === undefined) return;
    this.left.delete(from);
    this.left.set(to, { ...left, path: to });
    this.#note();
  }

  sendAgain(key: string, resubmission: number): void {
    this.again.set(key, (this.again.get(key) ?? new Set()).add(resubmission));
  }

  /** Also takes back that it is sent again, if that was asked about first. */
  leaveAside(computer: string, keys: readonly string[]): void {
    const others = this.promised.filter(({ by, key }) => by !== computer || !keys.includes(key));
    this.promised.splice(0, this.promised.length, ...others);
    this.leftAside.set(computer, new Set([...(this.leftAside.get(computer) ?? []), ...keys]));
  }

  wish(computer: string, note: boolean): void {
    this.#wishes.set(computer, { note: note || this.#wishes.get(computer)?.note === true });
  }

  /** The other computer began as a copy of the first, so it has the same wishes. */
  wishAlike(computer: string, other: string): void {
    const wish = this.#wishes.get(computer);
    if (wish !== undefined) this.#wishes.set(other, wish);
    this.leaveAside(other, [...(this.leftAside.get(computer) ?? [])]);
    if (this.converting.has(computer)) this.converting.add(other);
    this.pairs.alike(computer, other);
    for (const [key, lines] of Array.from(this.#agreed))
      if (key.startsWith(`${computer} `)) this.#agreed.set(`${other} ${key.slice(computer.length + 1)}`, new Set(lines));
  }

  /** Whether a user allowed this change of a watched folder. */
  allows({ by, path, chosen }: DiskWrite): boolean {
    const wish = this.#wishes.get(by);
    if (wish === undefined || chosen === undefined) return false;
    if (chosen.kind === 'note') return wish.note && resultFolderOf(path)?.documentState === 'Refused' && NOTE.test(path);
    const into = resultFolderOf(chosen.to)?.folder;
    return into !== undefined && liesBelow(path, into);
  }

  askFirst(path: string, sheet: Paper): void {
    const key = keyOf(typeOf(path), sheet.sha256);
    this.unasked.add(key);
    this.papers.set(key, sheet);
  }

  agree(computer: string, sha256: string, linesSha256: string): void {
    const key = keyOf(computer, sha256);
    this.#agreed.set(key, (this.#agreed.get(key) ?? new Set()).add(linesSha256));
  }

  isAgreed(computer: string, sha256: string, linesSha256: string): boolean {
    return this.#agreed.get(keyOf(computer, sha256))?.has(linesSha256) === true;
  }

  /** How many files of entries people agreed to at all computers. */
  get agreements(): number {
    return this.#agreed.size;
  }

  /** The hash of the file of entries that this reference stands for (C10); null if nobody ever put such a file there. */
  entriesFileOf(integrationId: string, reference: string): string | null {
    const stem = reference.slice(0, REFERENCE_STEM_CHARACTERS);
    const known = this.#entriesFiles.get(`${integrationId} ${stem}`);
    if (known !== undefined) return known;
    for (const [key, { sha256: contentSha256 }] of this.papers) {
      if (!key.startsWith('entries ')) continue;
      const of = { integrationId: integrationId as IntegrationId, importType: 'entries', contentSha256 } as const;
      this.#entriesFiles.set(`${integrationId} ${referenceStem(nodeSha256, of)}`, contentSha256);
    }
    return this.#entriesFiles.get(`${integrationId} ${stem}`) ?? null;
  }

  /** The hash of the file that these bytes were sent for. */
  fileOf(sha256: string): string {
    return this.made.get(sha256) ?? sha256;
  }

  /** By the file that it was sent for. The service has no hash of entries. */
  asSentFor(document: SentDocument): SentDocument {
    const { importType, integrationId, externalReference, sha256 } = document;
    if (sha256 !== null) return { ...document, sha256: this.fileOf(sha256) };
    if (importType !== 'entries' || externalReference === null) return document;
    return { ...document, sha256: this.entriesFileOf(integrationId, externalReference) };
  }

  /** Whether a user of this computer has wanted this content sent, where that is required. */
  isWanted({ importType, sha256 }: { readonly importType: string; readonly sha256: string }, computer: string): boolean {
    return !this.unasked.has(keyOf(importType, sha256)) && (!this.made.has(sha256) || this.converting.has(computer));
  }

  #note(): void {
    const there = Array.from(this.left.values()).map(({ path, paper: sheet }) => keyOf(typeOf(path), sheet.sha256));
    this.presence.note(new Set(there), this.#monotonicMs());
  }

  /** Whole files that can be sent, under a name that Intray looks at. */
  fit(): readonly Left[] {
    return Array.from(this.left.values()).filter(({ path, paper: sheet }) => sheet.kind === 'fit' && !path.toLowerCase().endsWith('.tmp'));
  }
}

export function keyOf(importType: string, sha256: string | null): string {
  return `${importType} ${sha256}`;
}

type Time = { readonly fromMs: number; toMs: number | null };

/** When each content lay in a folder of each type, as people and scanners left it; for the checker of invariant 20. */
class Presence {
  readonly #times = new Map<string, Time[]>();

  /** From this moment on exactly these contents are there, by `type sha256`. */
  note(there: ReadonlySet<string>, atMs: number): void {
    for (const [key, times] of this.#times) {
      const last = times.at(-1);
      if (last?.toMs === null && !there.has(key)) last.toMs = atMs;
    }
    for (const key of there) {
      const times = this.#times.get(key) ?? [];
      if (times.at(-1)?.toMs !== null) times.push({ fromMs: atMs, toMs: null });
      this.#times.set(key, times);
    }
  }

  /** How long before this moment it was last there: 0 if it was there then, null if it had never been. */
  absentMs(key: string, atMs: number): number | null {
    const before = (this.#times.get(key) ?? []).filter(({ fromMs }) => fromMs <= atMs);
    return before.length === 0 ? null : Math.min(...before.map(({ toMs }) => Math.max(0, atMs - (toMs ?? atMs))));
  }
}

/** Everything that happened in a run, in order, as one digest. Two runs of a seed have the same digest only if they are identical bit for bit. */
export type Trace = {
  note(text: string): void;
  digest(): string;
  readonly lines: readonly string[];
};

/** Lines are collected before hashing: a hash call for each line costs more than the line. */
const BATCH = 256;

/** `keep` keeps the lines for a user to read. */
export function newTrace(nowMs: () => number, keep: boolean): Trace {
  const hash = createHash('sha256');
  const lines: string[] = [];
  let batch: string[] = [];
  const flush = (): void => {
    hash.update(batch.join('\n'));
    batch = [];
  };
  return {
    note(text) {
      const line = `${(nowMs() / 1000).toFixed(3)} ${text}`;
      if (keep) lines.push(line);
      if (batch.push(line) === BATCH) flush();
    },
    digest() {
      flush();
      return hash.copy().digest('hex').slice(0, 24);
    },
    lines,
  };
}
