import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Answer of the system's own tool for a file: `cloud`: its content is only there, `here`: it is not, null: unknown. */
export type CloudAttribute = 'cloud' | 'here' | null;
export type RunTool = (program: string, args: readonly string[]) => Promise<string>;

const run = promisify(execFile);
const TOOL_MS_MAX = 5_000;
const PRINTED_BYTES_MAX = 1_000_000;

/** Runs a tool by its full path, without a shell; returns its output. */
export const runTool: RunTool = async (program, args) => {
  const options = { timeout: TOOL_MS_MAX, maxBuffer: PRINTED_BYTES_MAX, windowsHide: true };
  return (await run(program, [...args], options)).stdout;
};

/** Paths that fit into one command line. */
const MAC_AT_ONCE = 100;
/** `attrib` takes one path, and some hundredths of a second. */
const WINDOWS_AT_ONCE = 4;

/** In the order of `paths`. Reads only attributes, which fetches nothing. After a failure the tool is not asked about the rest. */
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
    // The tool is missing, failed, or timed out.
  }
  return answers;
}

/** macOS, `stat -f %Sf`: a line per file, such as `compressed,dataless`, or `-`. Every placeholder has `dataless`. */
export function readStatFlags(printed: string, files: number): readonly CloudAttribute[] {
  const lines = printed.split('\n').slice(0, -1);
  // A file that vanished meanwhile has no line, so lines and files can no longer be matched.
  if (lines.length !== files) return Array.from({ length: files }, () => null);
  return lines.map((line) => (line.split(',').includes('dataless') ? 'cloud' : 'here'));
}

/**
 * Windows, `attrib`: letters, then the path. `O` is an offline file, `U` one to be online only, `P` one to be kept on this device; a file
 * without local content that has any of them is in the cloud. There is no letter for "recall on data access", so their absence proves
 * nothing.
 */
export function readAttrib(printed: string): CloudAttribute {
  const letters = /^([A-Z ]*?)(?:[A-Za-z]:\\|\\\\)/.exec(printed)?.[1];
  return letters !== undefined && /[OPU]/.test(letters) ? 'cloud' : null;
}
