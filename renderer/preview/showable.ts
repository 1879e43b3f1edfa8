import type { Item } from '#shared/domain/item/item.ts';
import { mediaTypeOfProblem } from '#shared/domain/item/media-type-of-problem.ts';
import type { PreviewFault } from './preview-fault.ts';

const SHOWN: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/bmp']);

/** What its bytes are taken for when they are to be drawn: also of what is called damaged, since a viewer may show more of it than is sent. */
export function mediaTypeToDraw({ mediaType, state }: Pick<Item, 'mediaType' | 'state'>): string | null {
  return mediaType ?? (state.kind === 'unfit' ? mediaTypeOfProblem(state.problem) : null);
}

/** What the viewer failed at, in a document that is called damaged already: it is never said of it that the document is not affected. */
export function faultOf({ state }: Pick<Item, 'state'>, fault: PreviewFault): PreviewFault {
  return fault === 'failed' && state.kind === 'unfit' ? 'damaged' : fault;
}

/** Why this document has no preview, before anybody asks for its bytes; null where one can be tried. */
export function whyUnshown(item: Pick<Item, 'mediaType' | 'sha256' | 'state'>): 'kind' | 'unread' | 'password' | 'no-pages' | null {
  const { sha256, state } = item;
  if (state.kind === 'unfit' && state.problem.kind === 'not-taken') return 'kind';
  if (state.kind === 'unfit' && state.problem.kind === 'password') return 'password';
  if (state.kind === 'unfit' && state.problem.kind === 'blank') return 'no-pages';
  if (sha256 === null) return 'unread';
  return SHOWN.has(mediaTypeToDraw(item) ?? '') ? null : 'kind';
}
