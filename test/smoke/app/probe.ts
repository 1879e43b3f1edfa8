import process from 'node:process';
import type { SmokeRow } from '../smoke-table.ts';

/** The result of a successful probe, in a few words for the table. */
export type Said = { readonly said: string } | { readonly notHere: string };

export type Probe = {
  readonly what: string;
  /** `node`: real wherever Node is. `electron`: the stand-in has its own version of it, so there it shows nothing. */
  readonly of: 'node' | 'electron';
  readonly run: () => Promise<Said>;
};

/** The slowest probe starts a process on a machine that is busy with its first minute. */
const PROBE_MS_MAX = 45_000;

/** Real Electron, not the stand-in. */
export const IS_ELECTRON = 'electron' in process.versions;

/** A probe that throws or hangs has failed; the next one is still tried. */
export async function probed({ what, of, run }: Probe): Promise<SmokeRow> {
  const shown = IS_ELECTRON || of === 'node';
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PROBE_MS_MAX / 1000} s`)), PROBE_MS_MAX);
  });
  try {
    const answer = await Promise.race([run(), patience]);
    if ('notHere' in answer) return { what, result: 'not here', said: answer.notHere };
    return shown ? { what, result: 'ok', said: answer.said } : { what, result: 'not shown', said: `by the stand-in (${answer.said})` };
  } catch (error) {
    return { what, result: 'failed', said: String(error).slice(0, 300) };
  } finally {
    clearTimeout(timer);
  }
}

export function must(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}
