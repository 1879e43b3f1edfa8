import type { Folder, FolderState, PassedOver } from '#shared/domain/folder/folder.ts';
import { type FileIdentity, isBirthProven, sameFolder } from '#shared/domain/folder/same-folder.ts';
import type { Files } from '#shared/ports/files.ts';
import { judgeFolder, newestOf } from './judge-folder.ts';
import type { Swept } from './sweep.ts';

/** Sub-folders that the last sweep did not look into. */
export type FoldersPassedOver = { readonly tooDeep: PassedOver | null; readonly linked: PassedOver | null };

type Seen = Pick<Extract<Swept, { kind: 'seen' }>, 'identity' | 'mount' | 'tooDeep' | 'linked'>;

const NONE: FoldersPassedOver = { tooDeep: null, linked: null };

/** What this run has seen of a folder's place on the disk (C41). */
export class FolderIdentityCheck {
  readonly #files: Files;
  #identity: FileIdentity | null = null;
  #mount: string | null = null;
  #passedOver: FoldersPassedOver = NONE;

  constructor(files: Files) {
    this.#files = files;
  }

  /** As it was last seen where it was the right one; null before that. */
  get identity(): FileIdentity | null {
    return this.#identity;
  }

  /** As of the last sweep. */
  get passedOver(): FoldersPassedOver {
    return this.#passedOver;
  }

  /** The person said that what lies there now is the right folder: what was seen before was another one. */
  forget(): void {
    this.#identity = null;
    this.#mount = null;
    this.#passedOver = NONE;
  }

  judge(folder: Folder, swept: Swept): FolderState {
    if (swept.kind === 'away') return swept.state;
    const { identity: found, mount, expected: known, recognised: unchanged } = swept;
    const sameMount = mount !== null && mount === this.#mount;
    return judgeFolder({ recorded: this.#identity ?? folder.identity, found, sameMount, known, unchanged });
  }

  /** True when more or less was passed over than before. */
  note(folder: Folder, { identity, mount, tooDeep, linked }: Seen): boolean {
    this.#identity = newestOf(this.#identity ?? folder.identity, identity);
    this.#mount = mount;
    const before = this.#passedOver;
    this.#passedOver = { tooDeep, linked };
    return isOther(before.tooDeep, tooDeep) || isOther(before.linked, linked);
  }

  /** Whether the same disk is still there as at the last sweep; false asks for another one. */
  async isStill(path: string): Promise<boolean> {
    const stat = await this.#files.stat(path);
    if (!stat.ok || this.#identity === null || !sameFolder(this.#identity, stat.value.identity)) return false;
    return isBirthProven(this.#identity.inode) || (await this.#files.mountOf(path)) === this.#mount;
  }
}

function isOther(before: PassedOver | null, now: PassedOver | null): boolean {
  return before?.folders !== now?.folders || before?.first !== now?.first;
}
