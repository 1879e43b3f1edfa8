import type { DocumentId } from '#shared/contract/ids.ts';
import type { ResultFolders } from '#shared/domain/folder/folder.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** A file whose document has its result, in a folder that moves such files or has notes written. */
export type TidyFile = {
  readonly folderId: FolderId;
  /** The chosen folder. */
  readonly root: string;
  /** The path below it, with `/` between its parts. */
  readonly relativePath: string;
  /** The target of a move that was under way when the program ended. */
  readonly movingTo: string | null;
  readonly itemId: ItemId;
  readonly sha256: string;
  /** The number of the sending that the result belongs to: a file that is sent again is tidied again. */
  readonly resubmission: number;
  readonly result: {
    readonly kind: 'accepted' | 'refused';
    readonly documentId: DocumentId;
    readonly at: WallMs;
    readonly rejectedAt?: WallMs | undefined;
    readonly reason: string | null;
  };
  /** When the service received it, as far as this computer knows. */
  readonly receivedAt: WallMs | null;
  /** Null if files are left where they are. */
  readonly moveInto: ResultFolders | null;
  /** Whether a note is written beside a refused file. */
  readonly note: boolean;
};

/** The journal as tidying uses it. Every call is one durable transaction. */
export interface TidyStore {
  /** The files that are not handled yet; of one item, or of all. */
  due(of: { readonly itemId: ItemId | null; readonly limit: number }): readonly TidyFile[];
  /** Called before anything moves: after a crash the journal knows which name was tried. */
  intend(file: TidyFile, to: string): void;
  /** The file is at `to` now. */
  moved(file: Pick<TidyFile, 'folderId' | 'relativePath' | 'itemId'>, to: string): void;
  /** Handled for this result. `stays`: the system's code for why it could not be moved, or no note written beside it. */
  done(file: Pick<TidyFile, 'folderId' | 'relativePath' | 'itemId' | 'resubmission'>, stays: string | null): void;
}
