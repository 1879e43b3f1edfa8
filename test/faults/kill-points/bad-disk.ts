import { spawn } from 'node:child_process';

/** Makes calls of a running program fail, as on a broken disk, until `mend`. Resolves when the fault is in place. */
export function badDisk(pid: number, rules: readonly string[]): Promise<{ readonly mend: () => Promise<void> }> {
  const calls = rules.map((rule) => rule.split(':')[0] ?? '').join(',');
  const options = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, ...rules.flatMap((rule) => ['-e', `inject=${rule}`])];
  return new Promise((resolve, reject) => {
    const child = spawn('strace', [...options, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    const ended = new Promise<void>((end) => child.once('close', () => end()));
    const mend = async (): Promise<void> => {
      // strace detaches from the program, which goes on.
      child.kill('SIGTERM');
      await ended;
    };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ attached/.test(said)) resolve({ mend });
    });
    child.once('close', () => reject(new Error(`strace did not hold on to ${pid}: ${said}`)));
    child.once('error', reject);
  });
}
