import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { ownWindows } from './installer/own-windows.ts';
import { STEPS } from './installer/installer-steps.ts';

/**
 * `node build/package/check-installer.ts INSTALLER VERSION`, on Windows: installs it for this user, starts it, installs it over itself,
 * uninstalls it, and checks after each step what is there. Stops at the first step that fails. Only for a Windows on which nobody uses Intray,
 * because it deletes Intray's profile.
 */
const [installer, version] = process.argv.slice(2);
if (installer === undefined || version === undefined || !existsSync(installer))
  end(2, 'usage: node build/package/check-installer.ts INSTALLER VERSION');
if (process.platform !== 'win32') end(2, 'this is for Windows; elsewhere "npm run windows -- installer" does the same under Wine');

const place = ownWindows();
const setups = { first: resolve(installer), next: resolve(installer), versions: [version, version] } as const;
for (const { name, run } of STEPS) {
  try {
    await run(place, setups);
    process.stdout.write(`ok      ${name}\n`);
  } catch (error) {
    end(1, `FAILED  ${name}\n        ${error instanceof Error ? error.message : String(error)}`);
  }
}

function end(code: number, why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(code);
}
