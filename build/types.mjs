// Checks the types of every part with only the libraries that it may use: pure code has neither Node's nor the browser's types.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const parts =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ['shared', 'shared/node', 'shared/ui', 'sandbox', 'sandbox/console/page', 'relay', 'electron', 'renderer', 'test'];
let failed = 0;
for (const part of parts) {
  if (!existsSync(`${part}/tsconfig.json`)) throw new Error(`${part} has no tsconfig.json`);
  // Files checked before and unchanged are not checked again: seconds instead of half a minute.
  const state = `.tsbuild/${part.replaceAll('/', '-')}.tsbuildinfo`;
  const asked = ['-p', part, '--incremental', '--tsBuildInfoFile', state];
  const run = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...asked], { stdio: 'inherit' });
  if (run.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
