// `node build/package/check-version.mjs v1.2.3`: checks that everything that names the release's version names the same one.
// Plain JavaScript without packages, because it is the first thing that a release runs.
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

const version = /^v(\d+\.\d+\.\d+)$/.exec(process.argv[2] ?? '')?.[1];
if (version === undefined) end(['the tag is no version: v1.2.3 is one']);
const wrong = [
  JSON.parse(readFileSync('package.json', 'utf8')).version !== version && `package.json does not say ${version}`,
  JSON.parse(readFileSync('package-lock.json', 'utf8')).version !== version && `package-lock.json does not say ${version}`,
  !readFileSync('CHANGELOG.md', 'utf8').includes(`\n## [${version}] - 2`) && `CHANGELOG.md has no dated entry of ${version}`,
  ...['en', 'fr'].map((language) => {
    const file = `docs/release-notes/${version}.${language}.md`;
    return !existsSync(file) && `${file} is not there`;
  }),
];
end(wrong.filter((one) => typeof one === 'string'));

/** @param {readonly string[]} reasons */
function end(reasons) {
  for (const reason of reasons) console.error(reason);
  process.exit(reasons.length === 0 ? 0 : 1);
}
