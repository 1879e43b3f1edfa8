import { createHash } from 'node:crypto';
import type { Renewal, RenewalPlan } from './plan-renewal.ts';
import type { ReviewedKeys } from './update-keys.ts';

/** What whoever approves a renewal reads before it is signed, as Markdown: for each announcement what it was, what it becomes, and for which bytes. */
export function renewalSummary({ renewals, digest }: RenewalPlan, { current, spare }: ReviewedKeys, rootVersion: string): string {
  const versions = [...new Set(renewals.map(({ after }) => after.version))];
  const older = versions
    .filter((version) => version !== rootVersion)
    .map((version) => `package.json names ${rootVersion}, the feed ${version}`);
  return [
    `## Announcements of ${versions.join(', ')} to be signed again`,
    '',
    ...older.map((line) => `**${line}: right only after a release was taken back, or before one is tagged.**\n`),
    ...renewals.flatMap(sectionOf),
    `Keys that installations are built with: ${fingerprint(current)} (current), ${fingerprint(spare)} (spare)`,
    '',
    `What is signed: \`${digest}\``,
    '',
  ].join('\n');
}

function sectionOf({ name, before, after }: Renewal): readonly string[] {
  const rows: readonly (readonly [what: string, was: string, becomes: string])[] = [
    ['version', before.version, after.version],
    ['accepted until', before.expires, after.expires],
    ['offered to', percent(before.stagingPercentage), percent(after.stagingPercentage)],
    ['takes back', list(before.takesBack), list(after.takesBack)],
    ['keys withdrawn', list(before.withdrawn.map(fingerprint)), list(after.withdrawn.map(fingerprint))],
    ['reads the journal', String(before.journal), String(after.journal)],
    ['notes', before.notes.en, after.notes.en],
    ['notes in French', before.notes.fr, after.notes.fr],
  ];
  return [
    `### ${name}`,
    '',
    '| | now | then |',
    '| --- | --- | --- |',
    ...rows.map(([what, was, becomes]) => `| ${what} | ${cell(was)} | ${was === becomes ? 'the same' : `**${cell(becomes)}**`} |`),
    '',
    'Hashed again, and the same as announced:',
    '',
    ...after.files.map(({ url, size, sha512 }) => `- \`${url}\`, ${size} bytes, SHA-512 \`${sha512}\``),
    '',
  ];
}

function percent(share: number | undefined): string {
  return `${share ?? 100} % of installations`;
}

function list(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ');
}

/** Short enough to be compared by a user. */
function fingerprint(key: string | null): string {
  return key === null ? 'none' : createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16);
}

/** A line of a table, whatever the text consists of. */
function cell(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[|`<>[\]\\*_]/g, (sign) => `\\${sign}`);
}
