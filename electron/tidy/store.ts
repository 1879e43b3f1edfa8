import type { DocumentId } from '#shared/contract/ids.ts';
import type { ResultFolders } from '#shared/domain/folder/folder.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** A file whose document has its result, in a folder where something is to be done then. */
export type TidyFile = {
  readonly folderId: FolderId;
  /** The chosen folder. */
  readonly root: string;
  /** Below it, with `/` between its parts. */
  readonly relativePath: string;
  /** Where it was about to be moved when the program ended. */
  readonly movingTo: string | null;
  readonly itemId: ItemId;
  readonly sha256: string;
  /** Of the sending whose result it is: one that is sent again is tidied again. */
  readonly resubmission: number;
  readonly result: {
    readonly kind: 'accepted' | 'refused';
    readonly documentId: DocumentId;
    readonly at: WallMs;
    readonly reason: string | null;
  };
  /** Null where files are left. */
  readonly moveInto: ResultFolders | null;
  /** A text beside a refused one. */
  readonly note: boolean;
};

/** What tidying asks of the journal. Every call is one durable transaction. */
export interface TidyStore {
  /** Those that are not dealt with; of one item, or of all. */
  due(of: { readonly itemId: ItemId | null; readonly limit: number }): readonly TidyFile[];
  /** Before anything moves: after a crash it is known which name was tried. */
  intend(file: TidyFile, to: string): void;
  /** It lies there now. */
  moved(file: Pick<TidyFile, 'folderId' | 'relativePath' | 'itemId'>, to: string): void;
  /** Dealt with for this result. `stays`: why it could not be moved or written beside, by the system's code. */
  done(file: Pick<TidyFile, 'folderId' | 'relativePath' | 'itemId' | 'resubmission'>, stays: string | null): void;
}
