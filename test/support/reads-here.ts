import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';

/** For an intake on its own: a reader in this process, and no delivery that needs copies; `room` says when it has capacity. */
export function readsHere(
  files: Pick<Files, 'read' | 'writeOver'> = nodeFiles(),
  ready: () => void = () => undefined,
  room: CopiesAhead['waitForCapacity'] = () => null,
) {
  const copies: CopiesAhead = {
    take: () => null,
    giveBack: () => undefined,
    keep: () => undefined,
    drop: () => undefined,
    waitForCapacity: room,
  };
  return { reader: { ...readHere({ files, digest: nodeDigest }), ready }, copies, enqueued: () => undefined };
}
