import type { Folder, FolderState, PassedOver } from '#shared/domain/folder/folder.ts';
import { type FileIdentity, isBirthProven, sameFolder } from '#shared/domain/folder/same-folder.ts';
import type { Files } from '#shared/ports/files.ts';
import { judgeFolder, newestOf } from './judge-folder.ts';
import type { Swept } from './sweep.ts';

/** Sub-folders that the last sweep did not enter. */
export type FoldersPassedOver = { readonly tooDeep: PassedOver | null; readonly linked: PassedOver | null };

type Seen = Pick<Extract<Swept, { kind: 'seen' }>, 'identity' | 'mount' | 'tooDeep' | 'linked'>;

const NONE: FoldersPassedOver = { tooDeep: null, linked: null };

/** What this run has seen of a folder's identity on the disk (C41). */
export class FolderIdentityCheck {
  readonly #files: Files;
  #identity: FileIdentity | null = null;
  #mount: string | null = null;
  #passedOver: FoldersPassedOver = NONE;

  constructor(files: Files) {
    this.#files = files;
  }

  /** Identity when the right folder was last seen; null before that. */
  get identity(): FileIdentity | null {
    return this.#identity;
  }

  /** As of the last sweep. */
  get passedOver(): FoldersPassedOver {
    return this.#passedOver;
  }

  /** Forgets the previous folder, because the person said that the one there now is the right one. */
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

  /** True when the folders passed over have changed. */
  note(folder: Folder, { identity, mount, tooDeep, linked }: Seen): boolean {
    this.#identity = newestOf(this.#identity ?? folder.identity, identity);
    this.#mount = mount;
    const before = this.#passedOver;
    this.#passedOver = { tooDeep, linked };
    return isOther(before.tooDeep, tooDeep) || isOther(before.linked, linked);
  }

  /** Whether the same disk is still mounted as at the last sweep; if false, a new sweep is needed. */
  async isStill(path: string): Promise<boolean> {
    const stat = await this.#files.stat(path);
    if (!stat.ok || this.#identity === null || !sameFolder(this.#identity, stat.value.identity)) return false;
    return isBirthProven(this.#identity.inode) || (await this.#files.findMount(path)) === this.#mount;
  }
}

function isOther(before: PassedOver | null, now: PassedOver | null): boolean {
  return before?.folders !== now?.folders || before?.first !== now?.first;
}
