/** `unit`: Vitest. `e2e`: Playwright, in a real browser, on what `npm run build` made. */
export type Attack = {
  /** Whose attack it is: a row of docs/security.md, "From whom". */
  readonly from: string;
  readonly what: string;
  readonly with: 'unit' | 'e2e';
  /** The file whose tests carry the attack out. */
  readonly file: string;
};

const [STRANGER, PAGE, USER, NETWORK] = [
  'a stranger on the internet',
  'a page in the browser',
  'another user of this computer',
  'somebody on the network',
];
const [OFFICE, THIEF, RELAY, FILE] = ['another office at the relay', 'a thief of a token', 'a forger of results', 'a hostile file'];
const [INVITER, ARGUMENTS, UPDATES, LOGS] = [
  'a false invitation',
  'another program’s arguments',
  'whoever controls the updates',
  'a reader of logs',
];

/** Every attack that Intray is tried with. `npm run -s security` carries them out, and test/unit/security holds that none is missing. */
export const ATTACKS: readonly Attack[] = [
  unit(STRANGER, 'odd requests to the relay', 'test/fuzz/relay.test.ts'),
  unit(STRANGER, 'odd requests to the sandbox', 'test/fuzz/sandbox.test.ts'),
  unit(STRANGER, 'floods of requests', 'test/relay/hostile/floods.test.ts'),
  unit(STRANGER, 'guessed secrets and codes', 'test/relay/enrol/proof-limits.test.ts'),
  unit(STRANGER, 'texts that break a database', 'test/relay/ingest/odd-texts.test.ts'),
  unit(STRANGER, 'forged addresses of a proxy', 'test/relay/proxies.test.ts'),
  unit(STRANGER, 'misuse that nobody would notice', 'test/relay/misuse-log.test.ts'),
  e2e(PAGE, 'calls to the window’s host', 'test/e2e/headless/foreign-page.spec.ts'),
  unit(PAGE, 'odd requests to the window’s host', 'test/fuzz/headless.test.ts'),
  unit(PAGE, 'answers without the headers that protect', 'test/faults/host-headers.test.ts'),
  unit(PAGE, 'refused calls in the log', 'test/faults/host-refusals.test.ts'),
  e2e(USER, 'the window’s port, name and session', 'test/e2e/headless/another-user.spec.ts'),
  unit(USER, 'a socket that was handed over', 'test/faults/given-socket.test.ts'),
  unit(USER, 'a port that is taken', 'test/faults/taken-port.test.ts'),
  unit(NETWORK, 'false certificates', 'test/unit/shared/node/http-certificates.test.ts'),
  unit(OFFICE, 'logs, devices and secrets of another one', 'test/relay/hostile/other-tenants.test.ts'),
  unit(THIEF, 'a log that is deleted', 'test/relay/enrol/deletions.test.ts'),
  unit(THIEF, 'proofs that are old', 'test/relay/enrol/proof-age.test.ts'),
  unit(THIEF, 'secrets sent to another service', 'test/unit/electron/another-place.test.ts'),
  unit(RELAY, 'forged webhooks', 'test/relay/hostile/forged-webhooks.test.ts'),
  unit(RELAY, 'a relay that forges results', 'test/unit/electron/results/hostile-relay.test.ts'),
  unit(RELAY, 'invented keys', 'test/integration/invented-keys.test.ts'),
  unit(RELAY, 'signed events of an odd shape', 'test/integration/odd-events.test.ts'),
  unit(FILE, 'files that stop the inspection', 'test/unit/electron/intake/inspect/inspect-hostile.test.ts'),
  unit(FILE, 'files changed at random', 'test/unit/electron/intake/inspect/inspect-fuzz.test.ts'),
  unit(FILE, 'pictures and PDFs that stop the conversion', 'test/fuzz/conversions.test.ts'),
  unit(FILE, 'PDFs that draw without end', 'test/unit/electron/conversion/pdf/hostile.test.ts'),
  unit(INVITER, 'stolen, guessed and used invitations', 'test/relay/invitations/threats.test.ts'),
  unit(INVITER, 'a copy of the relay’s store', 'test/relay/invitations/stolen-backup.test.ts'),
  unit(INVITER, 'invitations at a hostile relay', 'test/integration/invitations.test.ts'),
  e2e(ARGUMENTS, 'invitations that a page or a program opens', 'test/e2e/electron/invitation.spec.ts'),
  unit(ARGUMENTS, 'switches of Electron', 'test/unit/electron/desktop/foreign-switch.test.ts'),
  unit(ARGUMENTS, 'Electron’s own list of what to close', 'test/unit/electron/desktop/checklist.test.ts'),
  unit(UPDATES, 'announcements that our key did not sign', 'test/unit/electron/desktop/updates/updater-feed.test.ts'),
  unit(UPDATES, 'versions that are taken back', 'test/unit/electron/desktop/updates/going-back.test.ts'),
  unit(LOGS, 'secrets, paths and names in logs and files', 'test/faults/canary.test.ts'),
];

function unit(from: string, what: string, file: string): Attack {
  return { from, what, with: 'unit', file };
}

function e2e(from: string, what: string, file: string): Attack {
  return { from, what, with: 'e2e', file };
}
