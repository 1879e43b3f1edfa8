import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parse } from 'yaml';
import { updateSchema } from '../../shared/domain/update.ts';
import { updateText } from '../../shared/domain/update-text.ts';
import { isSignedBy } from '../../shared/node/is-signed-by.ts';
import { feedKeys } from './feed-signer.ts';

/**
 * `INTRAY_UPDATE_KEY=… node build/package/check-feed.ts FOLDER VERSION`: fails if an installation would not accept the announcements in FOLDER,
 * if they are of another version or expired, or if a file is not the signed one. It needs no secret.
 */
const [folder, version] = process.argv.slice(2);
const keys = feedKeys(process.env);
if (folder === undefined || version === undefined || keys.length === 0) {
  process.stderr.write('usage: INTRAY_UPDATE_KEY=… node build/package/check-feed.ts FOLDER VERSION\n');
  process.exit(2);
}
const bytesOf = (name: string) => readFileSync(join(folder, name));
const today = new Date().toISOString().slice(0, 10);
const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
const wrong = [...names.flatMap(wrongIn), ...wrongSums()];
if (names.length === 0) wrong.push('nothing is announced');
for (const reason of wrong) process.stderr.write(`${reason}\n`);
process.exit(wrong.length === 0 ? 0 : 1);

function wrongIn(name: string): readonly string[] {
  const update = updateSchema.safeParse(parse(bytesOf(name).toString()));
  if (!update.success) return [`${name} is none that an installation would read`];
  const { data } = update;
  return [
    ...(data.version === version ? [] : [`${name} announces ${data.version}`]),
    ...(isOurs(updateText(data), data.signature) ? [] : [`${name} is not signed with a key that installations have`]),
    ...(data.expires >= today ? [] : [`${name} has ended on ${data.expires}`]),
    ...data.files
      .filter(({ url, sha512 }) => hashOf('sha512', url) !== sha512)
      .map(({ url }) => `${url} is not the one that ${name} announces`),
  ];
}

function wrongSums(): readonly string[] {
  const isSigned = isOurs(bytesOf('SHA256SUMS').toString(), bytesOf('SHA256SUMS.sig').toString('base64'));
  return isSigned ? [] : ['SHA256SUMS is not signed with a key that installations have'];
}

function isOurs(text: string, signature: string): boolean {
  return keys.some((key) => isSignedBy({ text, signature }, key));
}

function hashOf(algorithm: string, name: string): string {
  return createHash(algorithm).update(bytesOf(name)).digest('base64');
}
