import { caught, type Caught } from './mutate.ts';
import { MUTANTS_BESIDE_PLANNED_FAULTS } from './mutants-beside-planned-faults.ts';

const DECLINED = "{ outcome: { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: null } }, again: false }";
const BELIEVED =
  "{ ok: true, value: { envelope: JSON.parse(new TextDecoder().decode(BODY)), kid: '', key: { kid: '', thumbprint: '', departedAt: null }, bodyDigest: String(performance.now()), late: false, odd: [] } }";

/** What the simulation has to find. test/sim/invariants.test.ts plays each row. */
export const MUTANTS: readonly Caught[] = [
  caught(1, 1, {
    name: 'a reference of more than the content',
    file: 'shared/domain/item/reference.ts',
    find: 'utf8(`intray/2\\0${integrationId}',
    put: 'utf8(`${performance.now()}intray/2\\0${integrationId}',
  }),
  caught(1, 3, {
    name: 'accepted and refused files moved to one place',
    file: 'electron/tidy/refusal-note.ts',
    find: '${into[result.kind]}/',
    put: '${into.refused}/',
  }),
  caught(1, 5, {
    name: 'bytes leave before the intent is written',
    file: 'electron/journal/items/delivery-rows.ts',
    find: "return items.apply({ ...noted, integrationId, reference, attempts, sentBy }, { kind: 'upload-begun' }, at).item;",
    put: `const begun = { ...item, integrationId, reference, attempts: attempts + 1, state: { kind: 'uploading', startedAt: at, last: null } };
      const { get } = items;
      items.get = (id) => (id === item.id ? begun : get(id));
      setImmediate(() => {
        items.get = get;
        items.apply({ ...item, integrationId, reference, attempts }, { kind: 'upload-begun' }, at);
      });
      return begun;`,
  }),
  caught(47, 9, {
    name: 'no verification at the desktop',
    file: 'electron/results/judge.ts',
    find: 'const verified = await verify({ jwt: event.jwt, body, receivedAt });',
    put: `const verified = ${BELIEVED.replace('BODY', 'body')};`,
  }),
  caught(2, 9, {
    name: 'no verification at the relay',
    file: 'relay/ingest/read-webhook.ts',
    find: 'const asReceived = { read: await verifyWebhook(raw, by), body: raw.body };',
    put: `const asReceived = { read: ${BELIEVED.replace('BODY', 'raw.body')}, body: raw.body };`,
  }),
  caught(9, 10, {
    name: 'acknowledged, though the store did not take it',
    file: 'relay/ingest/receive-webhook.ts',
    find: 'if (!committed.ok) return inDoubt(core, committed.failure.kind);',
    put: 'if (!committed.ok) return TAKEN;',
  }),
  caught(47, 10, {
    name: 'a log that began anew is read on from the old place',
    file: 'electron/results/read-event-page.ts',
    find: "const another: JoinedPage = { kind: 'another', epoch: page.epoch };",
    put: "const another = { kind: 'joined', page: { ...page, events: page.events.filter(({ seq }) => seq > at.seq) } };",
  }),
  caught(2, 10, {
    name: 'answers without an integration are never claimed',
    file: 'electron/results/second-look.ts',
    find: 'if (documentIds.length === 0 || youngest === null) return;',
    put: 'if (documentIds.length >= 0) return;',
  }),
  caught(8, 11, {
    name: 'a log is shown to a device that has not proved it',
    file: 'relay/store/event-rows.ts',
    find: 'return link !== undefined;',
    put: 'return true;',
  }),
  caught(28, 11, {
    name: 'a route that takes every secret counts as a proof',
    file: 'relay/enrol/prove.ts',
    find: "const discerning = control === 'fails' || control === 'absent';",
    put: 'const discerning = true;',
  }),
  caught(25, 12, {
    name: 'a bulk arrival is forgotten by a restart',
    file: 'electron/journal/items/intake-rows.ts',
    find: "const found = whenOf(askedAbout.get(folderId)?.['at']);",
    put: 'return null;',
  }),
  caught(
    652,
    12,
    {
      name: 'what was not read of a bulk arrival is forgotten by a restart, once the rest has its answer',
      file: 'electron/journal/items/intake-rows.ts',
      find: 'base.transact(() => note.run(until, folderId));',
      put: '',
    },
    ['none-on-one'],
  ),
  caught(25, 12, {
    name: 'no number of files is a bulk arrival',
    file: 'electron/intake/folder/bulk-arrival.ts',
    find: 'const BULK_ARRIVAL_MORE_THAN = 50;',
    put: 'const BULK_ARRIVAL_MORE_THAN = 5_000;',
  }),
  caught(6, 12, {
    name: 'another disk is taken for the old one',
    file: 'electron/intake/folder/folder-identity-check.ts',
    find: "? 'present' : 'swapped';",
    put: "? 'present' : 'present';",
  }),
  caught(1, 11, {
    name: 'the device’s token stands in the address',
    file: 'electron/results/relay-client.ts',
    find: 'return ok({ url, headers: { authorization',
    put: 'return ok({ url: `${url}${url.includes("?") ? "&" : "?"}token=${token.value}`, headers: { authorization',
  }),
  caught(1, 13, {
    name: 'the health route is told the secret',
    file: 'electron/service/check-connection.ts',
    find: 'const healthy = await health(deps, profile);',
    put: "const healthy = await health({ ...deps, http: { send: (of) => deps.http.send({ ...of, headers: { ...of.headers, 'x-service-api-key': secret } }) } }, profile);",
  }),
  caught(63, 13, {
    name: 'the relay is asked for tokens, whoever’s credentials were chosen',
    file: 'electron/engine/create-network.ts',
    find: "settings.get().credentials.mode === 'broker'",
    put: 'true',
  }),
  caught(14, 15, {
    name: 'a 401 sets the file aside',
    file: 'electron/service/import-document.ts',
    find: "if (outcome.kind === 'unauthorised') deps.tokens.distrust(token.value);",
    put: `if (outcome.kind === 'unauthorised') return ${DECLINED};`,
  }),
  caught(23, 16, {
    name: 'a journal that lets a second writer in',
    file: 'electron/journal/open-journal.ts',
    find: "database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');",
    put: '',
  }),
  caught(39, 2, {
    name: 'what is sent again goes out under its old number',
    file: 'electron/journal/items/delivery-rows.ts',
    find: 'const { importType, sha256: contentSha256, resubmission } = item;',
    put: 'const { importType, sha256: contentSha256 } = item; const resubmission = 0;',
  }),
  ...MUTANTS_BESIDE_PLANNED_FAULTS,
];
