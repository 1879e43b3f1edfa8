import type { Item } from '#shared/domain/item/item.ts';
import { mediaTypeOfProblem } from '#shared/domain/item/media-type-of-problem.ts';
import type { PreviewFault } from './preview-fault.ts';

const SHOWN: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/bmp']);

/** The media type to draw the bytes as. Damaged files have one too: a viewer may show some of a file that is unfit to be sent. */
export function mediaTypeToDraw({ mediaType, state }: Pick<Item, 'mediaType' | 'state'>): string | null {
  return mediaType ?? (state.kind === 'unfit' ? mediaTypeOfProblem(state.problem) : null);
}

/** The viewer's fault as shown. For an unfit document `failed` becomes `damaged`, since its text says that the document is not affected. */
export function faultOf({ state }: Pick<Item, 'state'>, fault: PreviewFault): PreviewFault {
  return fault === 'failed' && state.kind === 'unfit' ? 'damaged' : fault;
}

/** Why this document has no preview, decided without its bytes; null if one can be tried. */
export function whyUnshown(item: Pick<Item, 'mediaType' | 'sha256' | 'state'>): 'kind' | 'unread' | 'password' | 'no-pages' | null {
  const { sha256, state } = item;
  if (state.kind === 'unfit' && state.problem.kind === 'not-taken') return 'kind';
  if (state.kind === 'unfit' && state.problem.kind === 'password') return 'password';
  if (state.kind === 'unfit' && state.problem.kind === 'blank') return 'no-pages';
  if (sha256 === null) return 'unread';
  return SHOWN.has(mediaTypeToDraw(item) ?? '') ? null : 'kind';
}
