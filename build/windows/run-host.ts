import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildWindow } from '../demo/build-window.ts';
import { COPY } from './copy.ts';
import { runSpec } from './run-spec.ts';
import type { Run } from './run-summary.ts';

type Ask = { readonly project: string; readonly root: string; readonly say: (line: string) => void; readonly stop: AbortSignal };

/** Runs the built host on Windows' Node, with sandbox, relay, browser and the checks on Linux: no office runs those on its own computer. */
export async function runHost(ask: Ask): Promise<Run> {
  buildWindow(ask.say);
  // Copied after the sources, because a build older than its sources is not used.
  cpSync(join(ask.project, 'dist'), join(ask.root, COPY, 'dist'), { recursive: true, filter: isForAll });
  return runSpec({ what: 'The checks of the host', name: 'host' }, ask);
}

/** Another Node cannot use what Linux' Node has compiled. */
function isForAll(path: string): boolean {
  return basename(path) !== 'compiled';
}
