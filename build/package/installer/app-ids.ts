import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UUID } from 'builder-util-runtime';
import { parse } from 'yaml';
import { z } from 'zod';

/** The namespace from which electron-builder derives installation ids. */
const NAMES = UUID.parse('50e065bc-3134-11e6-9bab-38c9862bdaf3');
const CONFIG = join(import.meta.dirname, '../../../electron-builder.yml');

export type AppIds = {
  /** The app's own id, which it uses towards Windows. */
  readonly app: string;
  /** The id of the installation in the registry, used by its installer. */
  readonly installation: string;
};

export function appIds(): AppIds {
  const { appId } = z.object({ appId: z.string() }).parse(parse(readFileSync(CONFIG, 'utf8')));
  return { app: appId, installation: UUID.v5(appId, NAMES) };
}
