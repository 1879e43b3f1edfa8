import { createHash } from 'node:crypto';
import process from 'node:process';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { parse } from 'yaml';
import { updateSchema } from '../../../shared/domain/update.ts';
import { updateText } from '../../../shared/domain/update-text.ts';
import { isSignedBy } from '../../../shared/node/is-signed-by.ts';
import { feedFolder } from './feed-folder.ts';
import { readUpdateKeys, trustedKeys } from './update-keys.ts';

/**
 * `node build/package/feed/check-feed.ts FOLDER VERSION [--keys FILE]`: fails if an installation would not accept the announcements in FOLDER, if
 * they are of another version or expired, or if a file is not the signed one. It needs no secret.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: 'string' } } });
const [folder, version] = positionals;
if (folder === undefined || version === undefined) {
  process.stderr.write('usage: node build/package/feed/check-feed.ts FOLDER VERSION [--keys FILE]\n');
  process.exit(2);
}
const keys = trustedKeys(readUpdateKeys(values.keys));
const { announcements, bytesOf } = feedFolder(folder, 'those that are there');
const today = new Date().toISOString().slice(0, 10);
const wrong = [...announcements.flatMap(({ name }) => wrongIn(name)), ...wrongSums()];
for (const reason of wrong) process.stderr.write(`${reason}\n`);
process.exit(wrong.length === 0 ? 0 : 1);

function wrongIn(name: string): readonly string[] {
  const text = bytesOf(name).toString();
  const read: unknown = parse(text);
  const update = updateSchema.safeParse(read);
  if (!update.success) return [`${name} is none that an installation would read`];
  const { data } = update;
  return [
    ...(isDeepStrictEqual(read, JSON.parse(text)) ? [] : [`${name} means something else as YAML, which installations read, than as JSON`]),
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
