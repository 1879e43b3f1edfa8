export type ChangelogEntry = {
  /** Null for what is not released yet. */
  readonly version: string | null;
  /** `2026-11-24`. */
  readonly date: string | null;
  /** Each as one line of plain text. */
  readonly items: readonly string[];
};

/** The entries of a CHANGELOG.md in the Keep a Changelog format, in its order: newest first. */
export function changelogEntries(text: string): readonly ChangelogEntry[] {
  const sections = text.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [heading = '', ...lines] = section.split(/\r?\n/);
    const [, version = '', date = null] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?/.exec(heading) ?? [];
    if (version === '') return [];
    return [{ version: version === 'Unreleased' ? null : version, date, items: itemsOf(lines) }];
  });
}

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) items.push(plain(line.slice(2)));
    // Further lines of an item are indented by two spaces.
    else if (line.startsWith('  ') && items.length > 0) items.push(`${items.pop() ?? ''} ${plain(line.trim())}`);
  }
  return items;
}

/** Replaces links by their text: a package has no source paths to follow. */
function plain(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
