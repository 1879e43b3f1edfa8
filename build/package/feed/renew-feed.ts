import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { updateText } from '../../../shared/domain/update-text.ts';
import { FEED_SYSTEMS, type FeedSystem } from './feed-folder.ts';
import { expiryFrom, feedSigner } from './feed-signer.ts';
import { feedText } from './feed-text.ts';
import { planRenewal } from './plan-renewal.ts';
import { renewalSummary } from './renewal-summary.ts';
import { readUpdateKeys, trustedKeys } from './update-keys.ts';

/**
 * Extends the announcements in FOLDER (latest*.yml, as they are on the feed's server, with all packages that they name) by 90 days, and names the
 * withdrawn keys in them. Nothing else changes without `--rollback-of`, which is given for each version that is taken back: installations of
 * these go to this older one, and show the notes in docs/release-notes/1.2.4.taken-back.en.md and .fr.md. In two steps, so that a user sees what
 * a signature is given for (ADR-79): `--plan` needs no key, prints what would be signed and its digest; `--planned DIGEST --expires DAY` signs
 * exactly that or nothing. Like `finish-feed.ts`, it imports nothing that would have to be installed (ADR-79).
 */
const USAGE = `usage: node build/package/feed/renew-feed.ts FOLDER --version X.Y.Z [--rollback-of X.Y.Z] [--systems linux,mac,windows] [--keys FILE]
  with --plan                                                               prints what would be signed
  with --planned DIGEST --expires YYYY-MM-DD, and INTRAY_UPDATE_SIGNING_KEY  signs it
`;
/** A run waits for its approval for 30 days at most. */
const APPROVAL_DAYS = 30;
const DAY_MS = 86_400_000;
const { folder, version, planned, systems, values } = readWords();

try {
  if (planned === null) plan();
  else renew(planned);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function plan(): void {
  const keys = readUpdateKeys(values.keys);
  const expires = expiryFrom(new Date());
  const made = planRenewal(folder, systems, keys, {
    ...requestedRenewal(),
    believes: trustedKeys(keys),
    expires,
    withdrawn: keys.withdrawn,
  });
  const root = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const summary = renewalSummary(made, keys, root.version);
  process.stdout.write(`${summary}\nTo sign it: --planned ${made.digest} --expires ${expires}\n`);
  const [page, outputs] = [process.env['GITHUB_STEP_SUMMARY'], process.env['GITHUB_OUTPUT']];
  if (page !== undefined) appendFileSync(page, summary);
  if (outputs !== undefined) appendFileSync(outputs, `digest=${made.digest}\nexpires=${expires}\n`);
}

function renew({ digest, expires, pem }: { readonly digest: string; readonly expires: string; readonly pem: string }): void {
  const today = new Date();
  const earliest = expiryFrom(new Date(today.getTime() - APPROVAL_DAYS * DAY_MS));
  if (expires > expiryFrom(today) || expires < earliest)
    throw new Error(`${expires} is not within 90 days from now, or was planned too long ago`);
  const keys = readUpdateKeys(values.keys);
  const { believes, withdrawn, sign } = feedSigner(pem, keys, today);
  // All are checked before one is written.
  const made = planRenewal(folder, systems, keys, { ...requestedRenewal(), believes, expires, withdrawn });
  if (made.digest !== digest) throw new Error(`this is not what was approved: its digest is ${made.digest}`);
  for (const { name, after } of made.renewals) {
    const said = { ...after, files: [...after.files] };
    writeFileSync(join(folder, name), feedText({ ...said, signature: sign(updateText(said)) }));
    const back = after.takesBack.length === 0 ? '' : `, in the place of ${after.takesBack.join(', ')}`;
    process.stdout.write(`${name}: ${after.version}${back}, until ${after.expires}\n`);
  }
}

/** With the notes of the version named last, which most people have. */
function requestedRenewal() {
  const of = values['rollback-of'] ?? [];
  const last = of.at(-1);
  if (last === undefined) return { version, rollback: null };
  const notesIn = (language: string): string =>
    readFileSync(join('docs', 'release-notes', `${last}.taken-back.${language}.md`), 'utf8').trim();
  return { version, rollback: { of, notes: { en: notesIn('en'), fr: notesIn('fr') } } };
}

function readWords() {
  try {
    const options = {
      version: { type: 'string' },
      'rollback-of': { type: 'string', multiple: true },
      systems: { type: 'string', default: FEED_SYSTEMS.join() },
      keys: { type: 'string' },
      plan: { type: 'boolean', default: false },
      planned: { type: 'string' },
      expires: { type: 'string' },
    } as const;
    const read = parseArgs({ allowPositionals: true, options });
    const [feed, ...more] = read.positionals;
    const pem = process.env['INTRAY_UPDATE_SIGNING_KEY'];
    const { planned: digest, expires, plan: isPlan, version: of } = read.values;
    const named = read.values.systems.split(',').filter(isSystem);
    const isRight = feed !== undefined && more.length === 0 && [of, ...(read.values['rollback-of'] ?? [])].every(isVersion);
    const signs = digest !== undefined && expires !== undefined && /^\d{4}-\d\d-\d\d$/.test(expires) && pem !== undefined && pem !== '';
    if (!isRight || of === undefined || named.length !== read.values.systems.split(',').length || isPlan === signs) throw new Error(USAGE);
    return { folder: feed, version: of, systems: named, planned: signs ? { digest, expires, pem } : null, values: read.values };
  } catch {
    process.stderr.write(USAGE);
    return process.exit(2);
  }
}

function isSystem(word: string): word is FeedSystem {
  return (FEED_SYSTEMS as readonly string[]).includes(word);
}

function isVersion(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(text);
}
