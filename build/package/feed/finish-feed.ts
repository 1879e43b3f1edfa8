import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { feedFolder } from './feed-folder.ts';
import { feedSigner } from './feed-signer.ts';
import { feedText } from './feed-text.ts';
import { finishAnnouncement } from './finish-announcement.ts';
import { readUpdateKeys } from './update-keys.ts';

/**
 * `node build/package/feed/finish-feed.ts FOLDER --percentage 10 [--keys FILE]`: makes a feed of what the packaging left in FOLDER (latest*.yml, in
 * JSON). Adds the version's notes in both languages, the percentage of installations that are offered it first, the expiry and our signature, for
 * exactly the packages in FOLDER; then writes their checksums, signed too. The private key comes from the environment and goes nowhere: only
 * Node's own modules and files of ours are imported (ADR-79).
 */
const options = { percentage: { type: 'string', default: '100' }, keys: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const [folder] = positionals;
const pem = process.env['INTRAY_UPDATE_SIGNING_KEY'];
if (folder === undefined || pem === undefined || pem === '') {
  process.stderr.write(
    'usage: INTRAY_UPDATE_SIGNING_KEY=… node build/package/feed/finish-feed.ts FOLDER [--percentage 1-100] [--keys FILE]\n',
  );
  process.exit(2);
}
const SUMS = 'SHA256SUMS';
const signer = feedSigner(pem, readUpdateKeys(values.keys), new Date());
const { names, announcements, bytesOf, isThere, isFor } = feedFolder(folder, 'those that are there');
for (const { system, name } of announcements) {
  const announced = finishAnnouncement(JSON.parse(bytesOf(name).toString()), {
    percentage: Number(values.percentage),
    notesOf: (version, language) => readFileSync(join('docs', 'release-notes', `${version}.${language}.md`), 'utf8').trim(),
    ...signer,
    isThere: (file) => isFor(system, file.url) && isThere(file),
  });
  writeFileSync(join(folder, name), feedText(announced));
  process.stdout.write(`${name}: ${announced.version}, for ${values.percentage} % of installations, until ${announced.expires}\n`);
}
// Announcements have a signature of their own, and change later: their expiry is moved, and so is the percentage.
const listed = names.filter((name) => !name.startsWith(SUMS) && !announcements.some((one) => one.name === name));
const sums = listed.map((name) => `${createHash('sha256').update(bytesOf(name)).digest('hex')}  ${name}\n`).join('');
writeFileSync(join(folder, SUMS), sums);
writeFileSync(join(folder, `${SUMS}.sig`), sign(null, Buffer.from(sums), createPrivateKey(pem)));
