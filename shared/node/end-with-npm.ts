import { readFileSync } from 'node:fs';
import { codeOf } from './code-of.ts';

/** Short enough for the next program on the same profile; one look is two system calls. */
const LOOK_EVERY_MS = 500;
/** The shells that npm runs between itself and the program that a script names. */
const SHELLS = new Set(['sh', 'dash', 'bash']);

/**
 * Ends a program that `npm run` started once npm is gone. npm passes a signal to its shell only, and a shell that dies leaves the program
 * behind, holding its port and its profile. It ends by sending SIGTERM to itself, so it closes as usual.
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

/** The process that started the shell `pid`; null if `pid` is not a shell, or the system does not say. */
function shellAbove(pid: number): number | null {
  try {
    const [, name, above] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return name !== undefined && SHELLS.has(name) ? Number(above) : null;
  } catch {
    // This system has no /proc: only the parent is watched.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive, too.
    return codeOf(error) === 'EPERM';
  }
}
