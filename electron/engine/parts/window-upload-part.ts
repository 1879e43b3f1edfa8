import type { WindowUploads } from '#shared/app-api/window-upload.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { createWindowUploads } from '../../upload-from-window/create-window-uploads.ts';
import { isIgnored } from '../../intake/folder/ignored.ts';
import { inspect } from '../../intake/inspect/inspect.ts';
import type { Parts } from '../create-parts.ts';

/** Files that come by the window: judged as intake will judge them, and found by it. */
export function windowUploadPart({ clock, random, files }: World, { journal, intake, digest }: Parts): WindowUploads {
  return createWindowUploads({
    clock,
    random,
    files,
    store: journal.corrections,
    inspect: async ({ name, bytes }) => {
      const hash = await digest([bytes]);
      const inspected = inspect({ name, bytes, size: bytes.byteLength }, () => hash);
      return inspected.kind === 'fit' ? ok({ sha256: inspected.sha256 }) : fail(inspected.problem);
    },
    isLeftAlone: (name) => isIgnored(name, 'file'),
    // Where the system tells of new files, it has told already, and what is known of the folder need not be read again.
    wrote: (folder) => {
      if (intake.watching(folder.id) !== 'events') intake.lookAgain();
    },
  });
}
