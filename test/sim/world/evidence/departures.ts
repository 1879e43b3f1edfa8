import type { Departure, Upload } from '../../invariants/evidence.ts';
import { keyOf, type Ledger } from '../ledger.ts';
import type { SeenUpload } from '../network/traffic-recorder.ts';
import { numberOf } from '../told.ts';

/** A program that could not look finds out within this time what became of its files, once it can: by a sweep, if nothing rings. */
const FINDS_OUT_MS = 45_000;

/** A connection was there for a document, and its program was asked whether the first byte may leave. */
type Asked = Pick<SeenUpload, 'importType' | 'reference'> & { readonly by: string; readonly atMs: number; readonly connectingMs: number };

/** `by` and `importType`: null for every computer, every type. */
type Unseen = {
  readonly by: string | null;
  readonly importType: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  /** For how long what was found out before still counts. */
  readonly lastsMs: number;
};

/** What first left which computer, when, and whether the computer could look at its file; for the checker of invariant 20. */
export class Departures {
  readonly #asked: Asked[] = [];
  readonly #unseen: Unseen[] = [];
  /** By the name of a computer that was set up from an image of another: whose, and until when that one's documents are its own. */
  readonly #images = new Map<string, { readonly of: string; readonly atMs: number }>();

  /** The result is called if the program says no: then nothing has left. If the program is killed meanwhile, it may have said yes. */
  ask(asked: Asked): () => void {
    this.#asked.push(asked);
    return () => void this.#asked.splice(this.#asked.indexOf(asked), 1);
  }

  /** Nobody could look: a share was away, another disk lay in its place, or the computer slept. */
  couldNotLook(of: Omit<Unseen, 'lastsMs'>): void {
    this.#unseen.push({ ...of, lastsMs: FINDS_OUT_MS });
  }

  /** This one look at a file failed. */
  couldNotRead(of: Omit<Unseen, 'lastsMs' | 'toMs'>): void {
    this.#unseen.push({ ...of, toMs: of.fromMs, lastsMs: 0 });
  }

  imaged(name: string, of: string, atMs: number): void {
    this.#images.set(name, { of, atMs });
  }

  /**
   * The first departure of each content from each computer, by the hash of its file. Left out is what a user sent again: its first sending may
   * have been another computer's. `uploads` say which content a reference stands for.
   */
  first(uploads: readonly Upload[], ledger: Pick<Ledger, 'fileOf' | 'presence'>): readonly Departure[] {
    const contents = new Map(uploads.map(({ reference, sha256 }) => [reference, ledger.fileOf(sha256)]));
    const firsts = new Map<string, Departure & { readonly atMs: number }>();
    for (const asked of this.#asked) {
      const { by, importType, reference, atMs, connectingMs } = asked;
      const sha256 = contents.get(reference);
      const image = this.#images.get(by);
      const key = keyOf(importType, sha256 ?? null);
      const before = image === undefined ? undefined : firsts.get(`${image.of} ${key}`);
      if (sha256 === undefined || firsts.has(`${by} ${key}`) || (image !== undefined && before !== undefined && before.atMs <= image.atMs))
        continue;
      const absentMs = ledger.presence.absentMs(key, atMs);
      firsts.set(`${by} ${key}`, {
        by,
        importType,
        sha256,
        again: numberOf(reference) > 0,
        absentMs,
        connectingMs,
        unseen: this.#isUnseen(asked),
        atMs,
      });
    }
    return [...Array.from(firsts.values()), ...this.#linesOf(uploads, ledger)];
  }

  /**
   * The same for the files of entries that left with a scan, each by the try that is best explained: one that was killed as it was asked may have had
   * other lines.
   */
  #linesOf(uploads: readonly Upload[], { presence }: Pick<Ledger, 'presence'>): readonly Departure[] {
    const sent = new Map(uploads.map((one) => [`${one.by} ${one.reference}`, one]));
    return Array.from(sent.values()).flatMap(({ by, importType, reference, pair }) => {
      const sha256 = pair?.file ?? null;
      const tries = this.#asked.filter((asked) => asked.by === by && asked.reference === reference);
      const left = tries.map((asked) => ({
        absentMs: presence.absentMs(keyOf(importType, sha256), asked.atMs),
        connectingMs: asked.connectingMs,
        unseen: this.#isUnseen(asked),
      }));
      const over = ({ absentMs, connectingMs }: (typeof left)[number]): number => (absentMs ?? Number.POSITIVE_INFINITY) - connectingMs;
      const best = left.toSorted((one, other) => over(one) - over(other))[0];
      if (sha256 === null || best === undefined) return [];
      return [{ by, importType, sha256, again: numberOf(reference) > 0, ...best, unseen: left.some(({ unseen }) => unseen) }];
    });
  }

  #isUnseen({ by, importType, atMs, connectingMs }: Asked): boolean {
    return this.#unseen.some(
      (one) =>
        (one.by === null || one.by === by) &&
        (one.importType === null || one.importType === importType) &&
        one.fromMs <= atMs &&
        one.toMs + one.lastsMs >= atMs - connectingMs,
    );
  }
}
