import { resolve } from 'node:path';
import { z } from 'zod';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { isSamePath } from '#shared/node/is-inside.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { Call } from './command.ts';
import { complain } from './complain.ts';

/** The one folder that a command names, by path or id. */
export const oneFolderSchema = z.tuple([z.string().min(1)], 'one folder is expected');

/** Runs `act` on the watched folder with this path or id; complains if there is none. */
export async function withFolder(call: Call, [wanted]: readonly [string], act: (folder: Folder) => Promise<ExitCode>): Promise<ExitCode> {
  const { folders } = await call.client.overview();
  const folder = folders.find((one) => one.id === wanted || isSamePath(one.path, resolve(wanted)));
  return folder === undefined ? complain(call, 'This folder is not watched. See "folders list".') : act(folder);
}
