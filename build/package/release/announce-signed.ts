import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/**
 * `node build/package/release/announce-signed.ts FOLDER`: describes the installer of Windows again once it is signed. Its signature changes its bytes, so
 * that the hash in latest.yml and the map of its blocks, which the packaging made, are those of the unsigned one. Needs electron-builder, and no secret.
 */
type BlockMaps = { readonly buildBlockMap: (file: string, form: 'gzip', beside: string) => Promise<{ readonly size: number }> };
type Announcement = { readonly files: readonly { readonly url: string }[]; readonly path: string };

const [folder] = process.argv.slice(2);
const file = join(folder ?? '', 'latest.yml');
if (folder === undefined || !existsSync(file)) {
  process.stderr.write('usage: node build/package/release/announce-signed.ts FOLDER, with latest.yml and the installer that it names\n');
  process.exit(2);
}
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { buildBlockMap } = builder('app-builder-lib/out/targets/blockmap/blockmap.js') as BlockMaps;
// The packaging writes announcements in JSON (ADR-79).
const announced = JSON.parse(readFileSync(file, 'utf8')) as Announcement;
const files = await Promise.all(announced.files.map(async (one) => ({ ...one, ...(await described(join(folder, one.url))) })));
const sha512 = files.find(({ url }) => url === announced.path)?.sha512;
writeFileSync(file, `${JSON.stringify({ ...announced, files, sha512 }, null, 2)}\n`);

async function described(installer: string) {
  const map = `${installer}.blockmap`;
  await buildBlockMap(installer, 'gzip', map);
  const hash = createHash('sha512').update(readFileSync(installer)).digest('base64');
  return { sha512: hash, size: statSync(installer).size };
}
