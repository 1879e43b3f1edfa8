import { caught, type Caught, type Mutant } from './mutate.ts';

const DECLINED = "{ outcome: { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: null } }, again: false }";
const TOLD_ONCE: Mutant = {
  name: 'a relay that tells a device nothing that it was told before',
  file: 'relay/read/event-routes.ts',
  find: 'const { after, limit, wait } = query.data;',
  put: `const { limit, wait } = query.data;
      const asked = (core.store.asked ??= new Map());
      const asker = context.get('device').deviceId + integrationId;
      // What it asks for begins with the event that it has; only its first question does not.
      const after = Math.max(query.data.after === 0 ? 0 : query.data.after + 1, asked.get(asker) ?? 0);
      asked.set(asker, after);`,
};

/** What the simulation finds only in stories with planned faults. */
export const MUTANTS_BESIDE_PLANNED_FAULTS: readonly Caught[] = [
  caught(
    913,
    2,
    {
      name: 'a file counts as known before the journal has it',
      file: 'electron/intake/folder/folder-intake.ts',
      find: 'await enqueue({',
      put: 'this.#known?.set(relativePath, pair); await enqueue({',
    },
    ['room-full'],
  ),
  caught(
    13,
    15,
    {
      name: 'a service that breaks off sets the file aside',
      file: 'electron/service/import-document.ts',
      find: 'if (!sent.ok) return {',
      put: `if (!sent.ok && sent.failure.sent === 'maybe-received') return ${DECLINED}; if (!sent.ok) return {`,
    },
    ['service-killed'],
  ),
  caught(
    18,
    8,
    {
      name: 'a result that is said once more, later, is taken for the other one',
      file: 'shared/domain/results/weigh-results.ts',
      find: 'return result.at > shown.at ? { ...result, ...beside(shown, shown.contradicted) } : shown;',
      put: "return result.at > shown.at + 1_000 ? { ...result, kind: 'refused', contradicted: true } : shown;",
    },
    ['service-restored'],
  ),
  caught(
    166,
    0,
    {
      name: 'a vault whose key is lost is never followed by a new one',
      file: 'electron/companies/vault.ts',
      find: "return (kind === 'lost' || kind === 'damaged') && this.#mayBeginAnew;",
      put: 'return false;',
    },
    ['secrets-lost'],
  ),
  caught(
    243,
    0,
    {
      name: 'a refused import taken for a wrong secret without a proof',
      file: 'electron/companies/ask-about.ts',
      find: '  return proof(deps, integrationId);',
      put: "  return { kind: 'secret', is: 'wrong' };",
    },
    ['refused-unjustly'],
  ),
  caught(200, 10, TOLD_ONCE, ['profile-restored']),
  caught(1797, 10, TOLD_ONCE, ['profile-copied']),
  caught(
    501,
    17,
    {
      name: 'what waits for a person is not answered by what another computer sent',
      file: 'electron/journal/results/event-status.ts',
      find: 'if (parts === null || owner === null || item === null) return null;',
      put: "if (parts === null || owner === null || item === null || item.state.kind === 'held' || item.state.kind === 'aside') return null;",
    },
    ['none-on-one', 'told'],
  ),
  caught(
    802_584,
    10,
    {
      name: 'a relay that was put back is read on from the old place',
      file: 'electron/results/read-event-page.ts',
      find: 'isSame(first, at) ?',
      put: 'true ?',
    },
    ['relay-restored-as-is'],
  ),
  caught(
    5,
    2,
    {
      name: 'a change that only the disk tells of is none',
      file: 'electron/intake/folder/sweep.ts',
      find: 'if (known.changedAt !== stat.changedAt || known.inode !== stat.inode) {',
      put: 'if (false) {',
    },
    ['same-size-and-time'],
  ),
  caught(
    45,
    12,
    {
      name: 'TIFFs that nobody has ticked are converted and sent',
      file: 'shared/domain/folder/folder-conversions.ts',
      find: 'return ticked !== null && ticked <= foundAt;',
      put: 'return true;',
    },
    ['converted'],
  ),
  caught(
    8,
    4,
    {
      name: 'a private copy is sent as the disk returns it',
      file: 'electron/delivery/open-copy.ts',
      find: 'if (first.byteLength === bytes && hex(nodeSha256([first])) !== sha256) return null;',
      put: '',
    },
    ['copies-changed'],
  ),
  caught(
    140,
    4,
    {
      name: 'the file is sent where its version is lost',
      file: 'electron/delivery/conversion/find-version.ts',
      find: 'if (conversion === undefined) return findCopy',
      put: 'if (conversion !== null) return findCopy',
    },
    ['converted'],
  ),
  caught(
    382,
    20,
    {
      name: 'what has not left is sent as it was found, whatever its file is now',
      file: 'electron/delivery/follow-file.ts',
      find: 'if (!isUnsent(item)) return null;',
      put: 'if (item !== null) return null;',
    },
    ['corrected-unsent'],
  ),
  caught(
    3,
    20,
    {
      name: 'a folder that was away before a kill is still taken for away',
      file: 'electron/delivery/follow-file.ts',
      find: "if (folder === 'unknown') return null;",
      put: "if (folder !== 'there') return null;",
    },
    ['told', 'same-size-and-time', 'service-killed', 'rotated-unseen', 'entries'],
  ),
  caught(
    792,
    20,
    {
      name: 'a document that was found in the future counts as found just now',
      file: 'electron/delivery/follow-file.ts',
      find: 'Math.abs(deps.clock.wallMs() - foundAt)',
      put: 'deps.clock.wallMs() - foundAt',
    },
    ['service-killed'],
  ),
  caught(
    1,
    21,
    {
      name: 'nobody is asked about entries',
      file: 'shared/domain/item/entries.ts',
      find: `  return { kind: 'held', question };
}

/** Entries that no user has agreed to yet. */
export function lacksConsent({ importType, pair, entries }: Pick<Item, 'importType' | 'pair' | 'entries'>): boolean {
  return (importType === 'entries' || pair?.kind === 'with') && entries?.allowedAt === undefined;
}

/** Whether these are the lines that a user agreed to. */
export function isAgreed({ entries }: Pick<Item, 'entries'>, { linesSha256, mappingSha256 }: ReadEntries): boolean {
  return entries?.allowedAt !== undefined && entries.linesSha256`,
      put: `  return { kind: 'waiting', dueAt: 0, last: null };
}

export function lacksConsent() {
  return false;
}

export function isAgreed({ entries }, { linesSha256, mappingSha256 }) {
  return entries.linesSha256`,
    },
    ['entries'],
  ),
  caught(
    106,
    21,
    {
      name: 'a yes to the lines that an older version read counts for those that are read now',
      file: 'electron/delivery/read-entries.ts',
      find: "  if (as.linesSha256 !== linesSha256) return 'changed';\n",
      put: '',
    },
    ['entries'],
  ),
  caught(
    3,
    21,
    {
      name: 'of two equal lines one is sent',
      file: 'electron/intake/inspect/entries-file.ts',
      find: 'utf8(entriesBody(part.map(({ line }) => line)))',
      put: 'utf8(entriesBody([...new Map(part.map(({ line }) => [JSON.stringify(line), line])).values()]))',
    },
    ['entries'],
  ),
  caught(
    1,
    21,
    {
      name: 'lines that were accepted are not compared with those of another file',
      file: 'electron/journal/items/line-key-rows.ts',
      find: "(i.kind IN ('uploading', 'awaiting', 'accepted')",
      put: "(i.kind IN ('uploading', 'awaiting')",
    },
    ['entries'],
  ),
  caught(
    11,
    22,
    {
      name: 'a scan beside which no entries lie yet leaves alone',
      file: 'shared/domain/item/pair.ts',
      find: "  if (one === undefined || another !== undefined || 'problem' in one.as) return missing(item, files, now);",
      put: "  if (one === undefined) return unchanged(item);\n  if (another !== undefined || 'problem' in one.as) return missing(item, files, now);",
    },
    ['pairs'],
  ),
  caught(
    17,
    22,
    {
      name: 'lines that were agreed to are left out of the request',
      file: 'electron/service/import-document.ts',
      find: '...(what.entries === undefined ? []',
      put: '...(what.entries !== null ? []',
    },
    ['pairs'],
  ),
  caught(
    53,
    22,
    {
      name: 'entries that come after their scan are not noticed',
      file: 'electron/journal/items/pair-rows.ts',
      find: '      settle(new Set(ids), now);',
      put: '      if (now < 0) settle(new Set(ids), now);',
    },
    ['pairs'],
  ),
];
