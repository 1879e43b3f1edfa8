import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { shownName } from '#shared/lib/disk-name.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileEntry, Files } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { answerOf } from '../answer-of.ts';
import { isIgnored } from '../folder/ignored.ts';
import { type MisplacedParent, misplacedParents } from './misplaced-parents.ts';

/** Files beside the watched folders that look like scans: shown to the person, never sent or moved unasked. */
export type MisplacedFile = { readonly path: string; readonly count: number; readonly names: readonly string[] };

export type MisplacedFilesDeps = {
  readonly clock: Clock;
  readonly files: Files;
  readonly log: Log;
  readonly stop: Stop;
  readonly everyMs: number;
  readonly home: string;
  readonly folders: () => readonly Folder[];
  /** The misplaced files changed. */
  readonly changed: () => void;
};

/** Extensions that the service accepts. The name alone decides, since these files are not opened. */
const LOOKS_FIT = /\.(pdf|jpe?g|png|bmp)$/i;
/** Enough for the person to recognise which files are meant. */
const NAMES_MAX = 5;

/** Lists the parents of watched folders, as often as the folders themselves are swept. */
export class MisplacedFiles {
  readonly #by: MisplacedFilesDeps;
  readonly #loop: SweepLoop;
  /** By parent and name, when each file was first seen. A file that is gone at the next look was only passing through. */
  #before = new Map<string, ReadonlyMap<string, number>>();
  /** Parents whose disk has not answered yet. They are not listed again before it does. */
  readonly #owing = new Set<string>();
  #strays: readonly MisplacedFile[] = [];

  constructor(by: MisplacedFilesDeps) {
    this.#by = by;
    const { clock, log, stop, everyMs } = by;
    this.#loop = new SweepLoop({
      clock,
      stop,
      look: async () => {
        await this.#look();
        return everyMs;
      },
      failed: { log: (fields) => log.error('a look beside the watched folders broke', fields), restMs: everyMs },
    });
  }

  get strays(): readonly MisplacedFile[] {
    return this.#strays;
  }

  lookAgain(): void {
    this.#loop.wake();
  }

  run(): Promise<void> {
    return this.#loop.start();
  }

  async #look(): Promise<void> {
    const { clock, everyMs, folders, home, changed, stop } = this.#by;
    const strays: MisplacedFile[] = [];
    const seen = new Map<string, ReadonlyMap<string, number>>();
    const nowMs = clock.monotonicMs();
    for (const parent of misplacedParents(folders(), home)) {
      const names = await this.#namesIn(parent);
      if (stop.aborted) return;
      const before = this.#before.get(parent.path);
      const since = new Map(names.map((name) => [name, before?.get(name) ?? nowMs]));
      seen.set(parent.path, since);
      const stayed = names.filter((name) => nowMs - (since.get(name) ?? nowMs) >= everyMs);
      if (stayed.length > 0) strays.push({ path: parent.path, count: stayed.length, names: stayed.slice(0, NAMES_MAX).map(shownName) });
    }
    this.#before = seen;
    if (JSON.stringify(strays) === JSON.stringify(this.#strays)) return;
    this.#strays = strays;
    changed();
  }

  async #namesIn(parent: MisplacedParent): Promise<readonly string[]> {
    const { path } = parent;
    if (this.#owing.has(path)) return [];
    const answer = await answerOf(misplacedNames(parent, this.#by.files), this.#by);
    if (answer.kind === 'late') {
      this.#owing.add(path);
      void answer.ended.then(() => this.#owing.delete(path));
      return [];
    }
    return answer.value;
  }
}

/** Names of files that look like scans and were written since the folder has been watched; empty if the parent cannot be listed. */
export async function misplacedNames({ path, since }: MisplacedParent, files: Pick<Files, 'list'>): Promise<readonly string[]> {
  const listed = await files.list(path);
  const isMisplaced = ({ name, stat }: FileEntry): boolean =>
    stat.kind === 'file' && stat.modifiedAt > since && LOOKS_FIT.test(name) && !isIgnored(name, 'file');
  return listed.ok
    ? listed.value
        .filter(isMisplaced)
        .map(({ name }) => name)
        .sort()
    : [];
}
