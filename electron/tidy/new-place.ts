import type { TidyFile } from './store.ts';

/** Where a file belongs after its result. Subfolders are kept, and a file that was sent again moves between the two result folders. */
export function newPlace({ relativePath, result }: TidyFile, into: { readonly accepted: string; readonly refused: string }): string {
  const [first = '', ...rest] = relativePath.split('/');
  const isMoved = rest.length > 0 && (first === into.accepted || first === into.refused);
  return `${into[result.kind]}/${isMoved ? rest.join('/') : relativePath}`;
}
