import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { macCodeIn } from './mac-code-in.ts';

/**
 * `node build/package/release/sign-mac-app.ts APP…`, on macOS: signs unpacked apps with the certificate in MACOS_CERTIFICATE (PKCS#12 in base64), has
 * Apple look at them (notarisation), and staples Apple's answer to them. By macOS's own programs alone: where this certificate is, nothing is
 * installed, and nothing of the apps runs (ADR-79). Keychain and key files exist only while this runs.
 */
const NAMES = ['MACOS_CERTIFICATE', 'MACOS_CERTIFICATE_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'] as const;
const ENTITLEMENTS = { app: 'build/entitlements.mac.plist', inner: 'build/entitlements.mac.inherit.plist' };
/** Apple answers within minutes, and sometimes within an hour. */
const NOTARY_WAIT = '60m';

const { positionals: apps } = parseArgs({ allowPositionals: true });
const missing = NAMES.filter((name) => (process.env[name] ?? '') === '');
if (apps.length === 0 || missing.length > 0) {
  process.stderr.write(
    `usage: node build/package/release/sign-mac-app.ts APP…, with ${NAMES.join(', ')}; missing: ${missing.join(', ')}\n`,
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'intray-signing-'));
const keychain = join(folder, 'signing.keychain-db');
try {
  const identity = openKeychain();
  for (const app of apps) {
    sign(app, identity);
    notarise(app);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  spawnSync('security', ['delete-keychain', keychain]);
  rmSync(folder, { recursive: true, force: true });
}

/** A keychain of its own with that one certificate; the name of the certificate. */
function openKeychain(): string {
  const password = randomBytes(24).toString('hex');
  const certificate = join(folder, 'certificate.p12');
  writeFileSync(certificate, Buffer.from(environmentValue('MACOS_CERTIFICATE'), 'base64'), { mode: 0o600 });
  run('security', ['create-keychain', '-p', password, keychain]);
  run('security', ['set-keychain-settings', keychain]);
  run('security', ['unlock-keychain', '-p', password, keychain]);
  run('security', ['import', certificate, '-k', keychain, '-P', environmentValue('MACOS_CERTIFICATE_PASSWORD'), '-T', '/usr/bin/codesign']);
  rmSync(certificate);
  run('security', ['set-key-partition-list', '-S', 'apple-tool:,apple:', '-s', '-k', password, keychain]);
  // codesign looks for the chain of the certificate in the keychains of this list.
  run('security', ['list-keychains', '-d', 'user', '-s', keychain, 'login.keychain']);
  const found = run('security', ['find-identity', '-v', '-p', 'codesigning', keychain]);
  const [, identity] = /"(Developer ID Application: [^"]+)"/.exec(found) ?? [];
  if (identity === undefined) throw new Error('MACOS_CERTIFICATE holds no “Developer ID Application”');
  return identity;
}

/** From the inside to the outside: a signature covers what lies within. */
function sign(app: string, identity: string): void {
  for (const code of macCodeIn(app)) {
    const entitlements = code === app ? ENTITLEMENTS.app : ENTITLEMENTS.inner;
    const how = ['--force', '--timestamp', '--options', 'runtime', '--entitlements', entitlements, '--keychain', keychain];
    run('codesign', [...how, '--sign', identity, code]);
  }
  run('codesign', ['--verify', '--deep', '--strict', '--verbose=2', app]);
}

function notarise(app: string): void {
  const [archive, key] = [join(folder, 'app.zip'), join(folder, 'key.p8')];
  writeFileSync(key, `${environmentValue('APPLE_API_KEY').trim()}\n`, { mode: 0o600 });
  run('ditto', ['-c', '-k', '--keepParent', app, archive]);
  const who = ['--key', key, '--key-id', environmentValue('APPLE_API_KEY_ID'), '--issuer', environmentValue('APPLE_API_ISSUER')];
  const answer = run('xcrun', ['notarytool', 'submit', archive, ...who, '--wait', '--timeout', NOTARY_WAIT]);
  rmSync(key);
  if (!/status: Accepted/.test(answer)) throw new Error(`Apple did not accept ${app}: ${answer.slice(-500)}`);
  run('xcrun', ['stapler', 'staple', app]);
  run('spctl', ['--assess', '--type', 'execute', '--verbose', app]);
}

/** Never names its arguments: some of them are passwords. */
function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words[0]}: ${error?.message ?? stderr}`);
  return `${stdout}${stderr}`;
}

function environmentValue(name: (typeof NAMES)[number]): string {
  return process.env[name] ?? '';
}
