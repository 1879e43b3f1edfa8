import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Configuration, configurationSchema } from '#shared/app-api/installation.ts';

const manifestSchema = z.object({ configuration: configurationSchema });

/** Service and relay that were named when this package was made (INTRAY_CONFIGURATION); null if none were. `root` holds its package.json. */
export function builtInConfiguration(root: string): Configuration | null {
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return manifest.success ? manifest.data.configuration : null;
}
