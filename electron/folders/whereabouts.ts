import { join } from 'node:path';
import type { System } from '#shared/node/is-inside.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Whereabouts } from './place-kind.ts';

/** What the host knows of its computer: where temporary files go, and the environment, in which Windows names its own places. */
export type Surroundings = Partial<Pick<Whereabouts, 'temp' | 'env'>>;

export type WhereaboutsDeps = {
  readonly files: Files;
  readonly home: string;
  /** Whose paths these are; by default this system's. */
  readonly platform?: NodeJS.Platform | undefined;
  /** Absent in a simulation, whose computers have a home and nothing else. */
  readonly surroundings?: Surroundings | undefined;
};

/** A desktop's list has a dozen lines. */
const LIST_BYTES_MAX = 64 * 1024;

/** Reads the desktop's list each time: the person may have moved a folder since. */
export async function whereabouts({ files, home, platform = process.platform, surroundings = {} }: WhereaboutsDeps): Promise<Whereabouts> {
  const { temp = null, env = {} } = surroundings;
  const system: System = platform === 'win32' || platform === 'darwin' ? platform : 'linux';
  if (system !== 'linux') return { system, home, temp, env, userDirs: '' };
  const folder = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const list = await files.read(join(folder, 'user-dirs.dirs'), { root: folder, bytesMax: LIST_BYTES_MAX });
  return { system, home, temp, env, userDirs: list.ok && list.value.bytes !== null ? new TextDecoder().decode(list.value.bytes) : '' };
}
