import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { finishAnnouncement } from './finish-announcement.ts';
import { feedSigner } from './feed-signer.ts';
import { feedText } from './feed-text.ts';

/**
 * `node build/package/finish-feed.ts FOLDER --percentage 10`: makes what electron-builder left in FOLDER (latest*.yml) a feed of
 * ours: the notes of the version in both languages, the part of installations that get it first, the day on which it ends, and our
 * signature. The private key comes by the environment and goes nowhere.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { percentage: { type: 'string', default: '100' } } });
const [folder] = positionals;
const pem = process.env['INTRAY_UPDATE_SIGNING_KEY'];
if (folder === undefined || pem === undefined || pem === '') {
  process.stderr.write('usage: INTRAY_UPDATE_SIGNING_KEY=… node build/package/finish-feed.ts FOLDER [--percentage 1-100]\n');
  process.exit(2);
}
const signer = feedSigner(pem, process.env, new Date());
const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
if (names.length === 0) throw new Error(`no latest*.yml in ${folder}`);
for (const name of names) {
  const file = join(folder, name);
  const announced = finishAnnouncement(parse(readFileSync(file, 'utf8')), {
    percentage: Number(values.percentage),
    notesOf: (version, language) => readFileSync(join('docs', 'release-notes', `${version}.${language}.md`), 'utf8').trim(),
    ...signer,
  });
  writeFileSync(file, feedText(announced));
  process.stdout.write(`${name}: ${announced.version}, for ${values.percentage} % of installations, until ${announced.expires}\n`);
}
