import type { Folder, FolderState, TooDeep } from '#shared/domain/folder.ts';
import { isBirthProven, samePlace } from '#shared/domain/same-place.ts';
import type { FileIdentity, Files } from '#shared/ports/files.ts';
import { judgeFolder, newestOf } from './judge-folder.ts';
import type { Swept } from './sweep.ts';

/** What this run has seen of a folder's place on the disk (C41). */
export class FolderPlace {
  readonly #files: Files;
  #identity: FileIdentity | null = null;
  #mount: string | null = null;
  #tooDeep: TooDeep | null = null;

  constructor(files: Files) {
    this.#files = files;
  }

  /** As it was last seen where it was the right one; null before that. */
  get identity(): FileIdentity | null {
    return this.#identity;
  }

  /** As of the last sweep. */
  get tooDeep(): TooDeep | null {
    return this.#tooDeep;
  }

  /** The person said that what lies there now is the right folder: what was seen before was another one. */
  forget(): void {
    this.#identity = null;
    this.#mount = null;
    this.#tooDeep = null;
  }

  /** `known`: how many of its files the journal knows. */
  judge(folder: Folder, swept: Swept, known: number): FolderState {
    if (swept.kind === 'away') return swept.state;
    const { identity: found, mount, unchanged } = swept;
    const sameMount = mount !== null && mount === this.#mount;
    return judgeFolder({ recorded: this.#identity ?? folder.identity, found, sameMount, known, unchanged });
  }

  /** True when more or less lies too deep than before. */
  note(folder: Folder, { identity, mount, tooDeep }: Pick<Extract<Swept, { kind: 'seen' }>, 'identity' | 'mount' | 'tooDeep'>): boolean {
    this.#identity = newestOf(this.#identity ?? folder.identity, identity);
    this.#mount = mount;
    const before = this.#tooDeep;
    this.#tooDeep = tooDeep;
    return before?.folders !== tooDeep?.folders || before?.first !== tooDeep?.first;
  }

  /** Whether the same disk is still there as at the last sweep; false asks for another one. */
  async isStill(path: string): Promise<boolean> {
    const stat = await this.#files.stat(path);
    if (!stat.ok || this.#identity === null || !samePlace(this.#identity, stat.value.identity)) return false;
    return isBirthProven(stat.value.identity.inode) || (await this.#files.mountOf(path)) === this.#mount;
  }
}
