import { SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mediaTypeOfProblem } from '#shared/domain/item/media-type-of-problem.ts';
import type { PreviewFault } from './no-preview.tsx';

const SHOWN: ReadonlySet<string> = new Set([
  'application/pdf',
  ...['jpeg', 'png', 'bmp', 'webp', 'avif', 'tiff'].map((kind) => `image/${kind}`),
  ...(IS_HEIC_BUILT_IN ? ['image/heic'] : []),
]);

type Judged = Pick<Item, 'mediaType' | 'sha256' | 'bytes' | 'state' | 'conversion' | 'toConvert'>;

/**
 * The media type to draw the file's bytes as. Damaged files have one too: a viewer may show some of a file that is unfit to be sent. A file that was
 * converted is still what it was.
 */
export function mediaTypeToDraw(item: Judged): string | null {
  const { mediaType, state } = item;
  const kind = item.conversion?.from ?? item.toConvert ?? versionSourceOf(item);
  if (kind !== null) return kind === 'pdf' ? 'application/pdf' : `image/${kind}`;
  return mediaType ?? (state.kind === 'unfit' ? mediaTypeOfProblem(state.problem) : null);
}

/** The viewer's fault as shown. For an unfit document `failed` becomes `damaged`, since its text says that the document is not affected. */
export function faultOf({ state }: Pick<Item, 'state'>, fault: PreviewFault): PreviewFault {
  return fault === 'failed' && state.kind === 'unfit' ? 'damaged' : fault;
}

/** Why this document has no preview, decided without its bytes; null if one can be tried. */
export function whyUnshown(item: Judged): 'kind' | 'unread' | 'password' | 'no-pages' | null {
  const { sha256, bytes, state } = item;
  const isDrawable = SHOWN.has(mediaTypeToDraw(item) ?? '');
  if (state.kind === 'unfit' && state.problem.kind === 'not-taken' && !isDrawable) return 'kind';
  if (state.kind === 'unfit' && state.problem.kind === 'password') return 'password';
  if (state.kind === 'unfit' && state.problem.kind === 'blank') return 'no-pages';
  if (sha256 === null || bytes > SHOWN_BYTES_MAX) return 'unread';
  return isDrawable ? null : 'kind';
}
