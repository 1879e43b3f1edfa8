import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Update } from '../../shared/domain/update.ts';
import { feedKeys, feedSigner } from './feed-signer.ts';
import { feedText } from './feed-text.ts';
import { renewAnnouncement } from './renew-announcement.ts';

/**
 * `node build/package/renew-feed.ts FOLDER --version 1.2.3 [--rollback-of 1.2.4]`: extends the announcements in FOLDER (latest*.yml, as they are on
 * the feed's server) by 90 days, and names the withdrawn keys in them. Nothing else changes without `--rollback-of`, which is given for each version
 * that is taken back: installations of these go to this older one, and show the notes in docs/release-notes/1.2.4.taken-back.en.md and .fr.md. The
 * public keys and the private one come from the environment. Like `finish-feed.ts`, it imports nothing that would have to be installed (ADR-50).
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: 'string' }, 'rollback-of': { type: 'string', multiple: true } },
});
const [folder] = positionals;
const pem = process.env['INTRAY_UPDATE_SIGNING_KEY'];
const keys = feedKeys(process.env);
const { version } = values;
if (folder === undefined || pem === undefined || pem === '' || keys.length === 0 || version === undefined) {
  process.stderr.write(
    'usage: INTRAY_UPDATE_SIGNING_KEY=… INTRAY_UPDATE_KEY=… INTRAY_UPDATE_SPARE_KEY=… node build/package/renew-feed.ts FOLDER --version X.Y.Z [--rollback-of X.Y.Z]\n',
  );
  process.exit(2);
}
const rollback = rollbackOf(values['rollback-of'] ?? []);
const signer = feedSigner(pem, process.env, new Date());
const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
if (names.length === 0) throw new Error(`no latest*.yml in ${folder}`);
// All are checked before one is written.
const renewed = names.map((name) => {
  try {
    const announced = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Update;
    return { name, announced: renewAnnouncement(announced, { ...signer, version, keys, rollback }) };
  } catch (error) {
    process.stderr.write(`${name} ${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
});
for (const { name, announced } of renewed) {
  writeFileSync(join(folder, name), feedText(announced));
  const back = announced.takesBack.length === 0 ? '' : `, in the place of ${announced.takesBack.join(', ')}`;
  process.stdout.write(`${name}: ${announced.version}${back}, until ${announced.expires}\n`);
}

/** With the notes of the version named last, which most people have. */
function rollbackOf(of: readonly string[]) {
  const last = of.at(-1);
  if (last === undefined) return null;
  const notesIn = (language: string): string =>
    readFileSync(join('docs', 'release-notes', `${last}.taken-back.${language}.md`), 'utf8').trim();
  return { of: [...of], notes: { en: notesIn('en'), fr: notesIn('fr') } };
}
