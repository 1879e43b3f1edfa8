import type { World } from '#shared/ports/world.ts';
import { askForUrl } from '../engine-client.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findHost, NOBODY } from './find-host.ts';
import { complain, print } from '../terminal.ts';

/** A host on the same machine answers at once; under load, within seconds. */
const WITHIN_MS = 15_000;

type Asking = { readonly world: Pick<World, 'files' | 'http' | 'random'>; readonly profile: string };

/** Questions to the running host. They do not open the profile if there is none. */
export const HOST_QUESTIONS: Readonly<Record<'url' | 'running', (asking: Asking) => Promise<ExitCode>>> = {
  url: async ({ world, profile }) => {
    const found = await findHost(world, profile);
    if (!found.ok) return complain(found.failure.said, found.failure.exit);
    const url = await askForUrl(world, found.value, WITHIN_MS);
    if (url === null) return complain(NOBODY, EXIT.no);
    print(url);
    return EXIT.done;
  },
  running: async ({ world, profile }) => {
    const found = await findHost(world, profile);
    if (!found.ok) return complain(found.failure.said, found.failure.exit);
    const { pid, port } = found.value;
    print(`A host runs on this profile${pid === undefined ? '' : `, as process ${pid}`}, and answers on port ${port}.`);
    return EXIT.done;
  },
};
