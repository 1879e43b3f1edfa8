import { createHash, createPrivateKey, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { feedSigner } from './feed-signer.ts';
import { feedText } from './feed-text.ts';
import { type Announced, finishAnnouncement } from './finish-announcement.ts';

/**
 * `node build/package/finish-feed.ts FOLDER --percentage 10`: makes a feed of what the packaging left in FOLDER (latest*.yml, in JSON). Adds the
 * version's notes in both languages, the percentage of installations that are offered it first, the expiry and our signature, for exactly the
 * packages in FOLDER; then writes their checksums, signed too. The private key comes from the environment and goes nowhere: only Node's own
 * modules and files of ours are imported (ADR-50).
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { percentage: { type: 'string', default: '100' } } });
const [folder] = positionals;
const pem = process.env['INTRAY_UPDATE_SIGNING_KEY'];
if (folder === undefined || pem === undefined || pem === '') {
  process.stderr.write('usage: INTRAY_UPDATE_SIGNING_KEY=… node build/package/finish-feed.ts FOLDER [--percentage 1-100]\n');
  process.exit(2);
}
const SUMS = 'SHA256SUMS';
const signer = feedSigner(pem, process.env, new Date());
const bytesOf = (name: string) => readFileSync(join(folder, name));
const announcements = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
if (announcements.length === 0) throw new Error(`no latest*.yml in ${folder}`);
for (const name of announcements) {
  const announced = finishAnnouncement(JSON.parse(bytesOf(name).toString()), {
    percentage: Number(values.percentage),
    notesOf: (version, language) => readFileSync(join('docs', 'release-notes', `${version}.${language}.md`), 'utf8').trim(),
    ...signer,
    isThere,
  });
  writeFileSync(join(folder, name), feedText(announced));
  process.stdout.write(`${name}: ${announced.version}, for ${values.percentage} % of installations, until ${announced.expires}\n`);
}
// Announcements have a signature of their own, and change later: their expiry is moved, and so is the percentage.
const listed = readdirSync(folder).filter((name) => !name.startsWith(SUMS) && !announcements.includes(name));
const sums = listed.map((name) => `${createHash('sha256').update(bytesOf(name)).digest('hex')}  ${name}\n`).join('');
writeFileSync(join(folder, SUMS), sums);
writeFileSync(join(folder, `${SUMS}.sig`), sign(null, Buffer.from(sums), createPrivateKey(pem)));

function isThere({ url, sha512, size }: Announced): boolean {
  if (!existsSync(join(folder ?? '', url))) return false;
  const bytes = bytesOf(url);
  return bytes.byteLength === size && createHash('sha512').update(bytes).digest('base64') === sha512;
}
