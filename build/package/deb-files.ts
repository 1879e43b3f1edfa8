import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangelogEntry, changelogEntries } from './changelog-entries.ts';

export type DebFacts = {
  readonly version: string;
  /** `Name <address>`. */
  readonly maintainer: string;
  /** Null: the copyright file names no homepage. */
  readonly homepage: string | null;
  /** SPDX id or UNLICENSED, as in package.json. */
  readonly licence: string;
  /** The whole text of CHANGELOG.md. */
  readonly changelog: string;
  /** Date for entries without one. */
  readonly today: Date;
};

/** Maximum width of a Debian package's texts: programs that show them cut off more. */
const COLUMNS = 79;
const PACKAGE = 'intray';

/**
 * Writes into `folder` what Debian expects in a package beside the program itself (policy 12.5 and 12.7), and returns the fpm arguments for it.
 * electron-builder has no settings for these, and its description is a single line, because menu entries use it too.
 */
export function writeDebFiles(folder: string, facts: DebFacts): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const [copyright, changelog, types] = [join(folder, 'copyright'), join(folder, 'changelog'), join(folder, 'mime.xml')];
  writeFileSync(types, MIME_TYPES, { mode: 0o644 });
  writeFileSync(copyright, debCopyright(facts), { mode: 0o644 });
  writeFileSync(changelog, debChangelog(facts), { mode: 0o644 });
  const files = [`${copyright}=/usr/share/doc/${PACKAGE}/copyright`, `${types}=/usr/share/mime/packages/${PACKAGE}.xml`];
  return ['--description', DESCRIPTION, '--deb-changelog', changelog, ...files];
}

/** What a `.intray` file is to the desktop, in the format of shared-mime-info; electron-builder.yml names the same type in the menu entry. */
const MIME_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-intray-invitation">
    <comment>Intray invitation</comment>
    <comment xml:lang="fr">Invitation Intray</comment>
    <sub-class-of type="text/plain"/>
    <glob pattern="*.intray"/>
  </mime-type>
</mime-info>
`;

const DESCRIPTION = `sends scans to your accountant, each exactly once
Intray sits in the tray of a small business's computer. People drop scans into
a folder of purchases or of sales. Intray checks each new PDF or picture, sends
it exactly once to the accountant's import service, and shows in one list what
became of it: received, accepted or refused by the accountant's tool, or in
need of a person.

The scans stay where they are. Intray reads its folders and changes nothing in
them, unless a person chose otherwise.`;

/** Debian's changelog format (policy 4.4): newest entry first, and the first must be of this version. */
export function debChangelog({ version, maintainer, changelog, today }: DebFacts): string {
  const entries = changelogEntries(changelog);
  const dated = entries.filter((entry) => entry.version !== null);
  const unreleased = entries.find((entry) => entry.version === null);
  const isDated = dated.some((entry) => entry.version === version);
  const own: readonly ChangelogEntry[] = isDated ? [] : [{ version, date: null, items: unreleased?.items ?? [] }];
  return [...own, ...dated].map((entry) => stanza(entry, { maintainer, today })).join('\n');
}

function stanza({ version, date, items }: ChangelogEntry, { maintainer, today }: { maintainer: string; today: Date }): string {
  const lines = (items.length === 0 ? ['A version of Intray.'] : items).map((item) => wrapped(item, { first: '  * ', rest: '    ' }));
  // A date has no time, but a signature line needs one.
  const at = (date === null ? today : new Date(`${date}T00:00:00Z`)).toUTCString().replace('GMT', '+0000');
  return `${PACKAGE} (${version ?? ''}) stable; urgency=medium\n\n${lines.join('\n')}\n\n -- ${maintainer}  ${at}\n`;
}

function debCopyright({ maintainer, homepage, licence, version, today }: DebFacts): string {
  const licensed =
    licence === 'UNLICENSED'
      ? 'All rights are reserved. No licence to copy, change or pass on this package was given with it; whoever gave you Intray can tell you what you may do with it.'
      : `Intray is given out under the licence with the SPDX name ${licence}.`;
  const paragraphs = [
    `Intray ${version}, packaged by ${maintainer}.${homepage === null ? '' : ` It comes from ${homepage}`}`,
    `Copyright © ${today.getUTCFullYear()} the makers of Intray. ${licensed}`,
    'Intray contains the work of others, under licences of their own. Who made it and the whole text of each licence lie with the program:',
  ].map((text) => wrapped(text, { first: '', rest: '' }));
  const places = [
    '  /opt/Intray/resources/legal/THIRD-PARTY.txt  packages that Intray is made of',
    '  /opt/Intray/LICENSE.electron.txt             Electron',
    '  /opt/Intray/LICENSES.chromium.html           Chromium and what it contains',
  ];
  return `${paragraphs.join('\n\n')}\n${places.join('\n')}\n`;
}

function wrapped(text: string, { first, rest }: { readonly first: string; readonly rest: string }): string {
  const lines = [first];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    const isBegin = line === first || line === rest;
    if (isBegin) lines[lines.length - 1] = line + word;
    else if (line.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(rest + word);
  }
  return lines.join('\n');
}
