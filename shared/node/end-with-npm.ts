import { readFileSync } from 'node:fs';
import { codeOf } from './code-of.ts';

/** Soon enough for whoever starts the next one on the same profile; a look is two system calls. */
const LOOK_EVERY_MS = 500;
/** What npm puts between itself and the program that a script names. */
const SHELLS = new Set(['sh', 'dash', 'bash']);

/**
 * A program that `npm run` started ends when npm is gone. npm hands a signal to its shell only, and a shell that dies
 * leaves the program behind, holding its port and its profile. Ends by SIGTERM to itself, so it closes as it always does.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const above = shellAbove(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === null || isAlive(above))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** The process that started the shell `pid`; null where it is no shell, or the system does not tell. */
function shellAbove(pid: number): number | null {
  try {
    const [, name, above] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return name !== undefined && SHELLS.has(name) ? Number(above) : null;
  } catch {
    // No such list of processes on this system: the parent alone is watched.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive all the same.
    return codeOf(error) === 'EPERM';
  }
}
