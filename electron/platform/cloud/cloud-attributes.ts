import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What the system's own tool says of a file: `cloud` its content is there only, `here` it is not; null where it says nothing. */
export type CloudAttribute = 'cloud' | 'here' | null;
export type RunTool = (program: string, args: readonly string[]) => Promise<string>;

const run = promisify(execFile);
const TOOL_MS_MAX = 5_000;
const PRINTED_BYTES_MAX = 1_000_000;

/** By its full path, without a shell; what it prints. */
export const runTool: RunTool = async (program, args) => {
  const options = { timeout: TOOL_MS_MAX, maxBuffer: PRINTED_BYTES_MAX, windowsHide: true };
  return (await run(program, [...args], options)).stdout;
};

/** So many fit into one command line. */
const MAC_AT_ONCE = 100;
/** It takes one path, and some hundredths of a second. */
const WINDOWS_AT_ONCE = 4;

/** In the order of the paths. Reads attributes alone, which fetches nothing. A tool that fails is not asked about the rest. */
export async function cloudAttributes(
  paths: readonly string[],
  { platform, systemRoot, run: tool }: { readonly platform: NodeJS.Platform; readonly systemRoot: string; readonly run: RunTool },
): Promise<readonly CloudAttribute[]> {
  if (platform === 'darwin') {
    return inBatches(paths, MAC_AT_ONCE, async (some) => readStatFlags(await tool('/usr/bin/stat', ['-f', '%Sf', ...some]), some.length));
  }
  if (platform !== 'win32') return paths.map(() => null);
  const attrib = join(systemRoot, 'System32', 'attrib.exe');
  return inBatches(paths, WINDOWS_AT_ONCE, (some) => Promise.all(some.map(async (path) => readAttrib(await tool(attrib, [path])))));
}

async function inBatches<T>(
  paths: readonly string[],
  most: number,
  ask: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly (T | null)[]> {
  const answers: (T | null)[] = paths.map(() => null);
  try {
    for (let at = 0; at < paths.length; at += most) answers.splice(at, most, ...(await ask(paths.slice(at, at + most))));
  } catch {
    // It is not there, or does not end.
  }
  return answers;
}

/** macOS, `stat -f %Sf`: a line a file, such as `compressed,dataless`, or `-`. It says so of every file that is a placeholder. */
export function readStatFlags(printed: string, files: number): readonly CloudAttribute[] {
  const lines = printed.split('\n').slice(0, -1);
  // One that vanished meanwhile has no line, and then nobody knows which is whose.
  if (lines.length !== files) return Array.from({ length: files }, () => null);
  return lines.map((line) => (line.split(',').includes('dataless') ? 'cloud' : 'here'));
}

/**
 * Windows, `attrib`: letters, then the path. `O` is an offline file, `U` one that is to be online only, `P` one that is to be kept here; without
 * content here each of them is in the cloud. It has no letter for "recall on data access", so that no letter proves nothing.
 */
export function readAttrib(printed: string): CloudAttribute {
  const letters = /^([A-Z ]*?)(?:[A-Za-z]:\\|\\\\)/.exec(printed)?.[1];
  return letters !== undefined && /[OPU]/.test(letters) ? 'cloud' : null;
}
