import type { CopiesAhead } from '#electron/intake/copies-ahead.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';

/** For an intake on its own: a reader in this process, and no delivery that needs copies. */
export function readsHere(files: Pick<Files, 'read' | 'writeOver'> = nodeFiles(), ready: () => void = () => undefined) {
  return { reader: { ...readHere({ files, digest: nodeDigest }), ready }, copies: NO_COPIES };
}

const NO_COPIES: CopiesAhead = { take: () => null, giveBack: () => undefined };
