import type { Mutant } from './mutate.ts';

/** A break, a seed whose story brings it to light, and the invariant that says so; 0 for "something never came to its end". */
export type Caught = { readonly mutant: Mutant; readonly seed: number; readonly invariant: number };

function caught(seed: number, invariant: number, mutant: Mutant): Caught {
  return { seed, invariant, mutant };
}

const DECLINED = "{ outcome: { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: null } }, again: false }";
const BELIEVED =
  "{ ok: true, value: { envelope: JSON.parse(new TextDecoder().decode(BODY)), kid: '', bodyDigest: String(performance.now()), late: false } }";

/** What the simulation has to find. Each row is played by test/sim/mutants.test.ts. */
export const MUTANTS: readonly Caught[] = [
  caught(1, 1, {
    name: 'a reference of more than the content',
    file: 'shared/domain/reference.ts',
    find: 'utf8(`intray/1\\0${integrationId}',
    put: 'utf8(`${performance.now()}intray/1\\0${integrationId}',
  }),
  caught(1, 3, {
    name: 'accepted and refused files moved to one place',
    file: 'electron/tidy/new-place.ts',
    find: '${into[result.kind]}/',
    put: '${into.refused}/',
  }),
  caught(1, 5, {
    name: 'bytes leave before the intent is written',
    file: 'electron/delivery/carry.ts',
    find: 'const begun = await written(() => by.store.begin(item.id, { integrationId, reference, at: by.clock.wallMs() }), by);',
    put: "const begun = { ...item, integrationId, reference, state: { kind: 'uploading' } }; void written(() => by.store.begin(item.id, { integrationId, reference, at: by.clock.wallMs() }), by);",
  }),
  caught(118, 6, {
    name: 'waking up on a disk with errors throws',
    file: 'electron/app/hurry.ts',
    find: "log.warn('what waits was not made due'",
    put: "throw error; log.warn('what waits was not made due'",
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
    find: 'const asReceived = await verifyWebhook(raw, by);',
    put: `const asReceived = ${BELIEVED.replace('BODY', 'raw.body')};`,
  }),
  caught(2, 10, {
    name: 'acknowledged, though the store did not take it',
    file: 'relay/ingest/receive-webhook.ts',
    find: 'if (!committed.ok) return inDoubt(core, committed.failure.kind);',
    put: 'if (!committed.ok) return TAKEN;',
  }),
  caught(31, 10, {
    name: 'a log that began anew is read on from the old place',
    file: 'electron/results/read-link.ts',
    find: 'if (at.epoch !== null && page.value.epoch !== at.epoch) {',
    put: 'if (false) {',
  }),
  caught(2, 10, {
    name: 'answers without an integration are never claimed',
    file: 'electron/results/second-look.ts',
    find: 'if (documentIds.length === 0 || youngest === null) return;',
    put: 'if (documentIds.length >= 0) return;',
  }),
  caught(4, 11, {
    name: 'a log is shown to a device that has not proved it',
    file: 'relay/store/page-rows.ts',
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
    name: 'a flood is forgotten by a restart',
    file: 'electron/journal/intake-rows.ts',
    find: "floodedAt: (folderId) => whenOf(statements.floodedAt.get(folderId)?.['at']),",
    put: 'floodedAt: () => null,',
  }),
  caught(25, 12, {
    name: 'no number of files is a flood',
    file: 'electron/intake/flood.ts',
    find: 'const FLOOD_MORE_THAN = 50;',
    put: 'const FLOOD_MORE_THAN = 5_000;',
  }),
  caught(6, 12, {
    name: 'another disk is taken for the old one',
    file: 'electron/intake/judge-folder.ts',
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
    file: 'electron/app/create-network.ts',
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
  caught(11, 2, {
    name: 'what is sent again goes out under its old number',
    file: 'electron/delivery/carry.ts',
    find: 'const { importType, resubmission } = item;',
    put: 'const { importType } = item; const resubmission = 0;',
  }),
];
