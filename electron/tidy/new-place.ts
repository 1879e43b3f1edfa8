import type { TidyFile } from './store.ts';

/** Where a file belongs after its result: sub-folders are kept, and it moves between the two when it was sent again. */
export function newPlace({ relativePath, result }: TidyFile, into: { readonly accepted: string; readonly refused: string }): string {
  const [first = '', ...rest] = relativePath.split('/');
  const isMoved = rest.length > 0 && (first === into.accepted || first === into.refused);
  return `${into[result.kind]}/${isMoved ? rest.join('/') : relativePath}`;
}
