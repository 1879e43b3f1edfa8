import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { makeStandInDist } from '../../build/package/stand-in-dist.ts';
import type { Binary } from './run-program.ts';

const MAC_FRAMEWORK = 'Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework';

/** The file with the fuses. The stand-in itself is a script; what is packaged in its place, into `folder`, has fuses. */
export function fuseFile({ kind, folder: dist, executable }: Binary, folder: string): string {
  if (kind === 'electron') return process.platform === 'darwin' ? join(dist, MAC_FRAMEWORK) : executable;
  mkdirSync(folder, { recursive: true });
  makeStandInDist(resolve(import.meta.dirname, '../..'), folder, 'linux');
  return join(folder, 'electron');
}
