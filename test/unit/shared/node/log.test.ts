import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('pinoLog', () => {
  it('writes one JSON line with message and fields to stderr, also right before the end, and nothing to stdout', () => {
    const script = `import { pinoLog } from './shared/node/log.ts';
      const log = pinoLog({ name: 'relay' }); log.debug('hidden'); log.warn('item refused', { seq: 3 }); process.kill(process.pid, 'SIGKILL');`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(run.stdout).toBe('');
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(run.stderr)).toMatchObject({ name: 'relay', msg: 'item refused', seq: 3, level: 40 });
  });
});
