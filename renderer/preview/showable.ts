import type { Item } from '#shared/domain/item.ts';

const SHOWN: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/bmp']);

/** Why this document has no preview, before anybody asks for its bytes; null where one can be tried. */
export function whyUnshown({ mediaType, sha256, state }: Item): 'kind' | 'unread' | 'password' | null {
  if (state.kind === 'unfit' && state.problem.kind === 'not-taken') return 'kind';
  if (state.kind === 'unfit' && state.problem.kind === 'password') return 'password';
  if (sha256 === null) return 'unread';
  return mediaType !== null && SHOWN.has(mediaType) ? null : 'kind';
}
