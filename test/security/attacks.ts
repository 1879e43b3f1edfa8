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
  unit(STRANGER, 'texts that break a database', 'test/relay/ingest/last-verified.test.ts'),
  unit(STRANGER, 'forged addresses of a proxy', 'test/relay/proxies.test.ts'),
  unit(STRANGER, 'misuse that nobody would notice', 'test/relay/misuse-log.test.ts'),
  unit(STRANGER, 'a database server that is none', 'test/relay/store/seal.test.ts'),
  e2e(PAGE, 'calls to the window’s host', 'test/e2e/headless/foreign-page.spec.ts'),
  unit(PAGE, 'odd requests to the window’s host', 'test/fuzz/headless.test.ts'),
  unit(PAGE, 'answers without the headers that protect', 'test/faults/host-refusals.test.ts'),
  unit(PAGE, 'refused calls in the log', 'test/faults/host-refusals.test.ts'),
  e2e(PAGE, 'sessions that are over', 'test/e2e/headless/browsers.spec.ts'),
  unit(PAGE, 'forged origins, names, methods and tokens', 'test/unit/electron/headless/host/host-app.test.ts'),
  unit(PAGE, 'paths out of the window’s folder', 'test/unit/electron/headless/host/window-files.test.ts'),
  unit(PAGE, 'calls through the desktop window’s port', 'test/unit/electron/desktop/window/window-file.test.ts'),
  unit(PAGE, 'other recipients and headers of a message', 'test/unit/shared/lib/texts.test.ts'),
  e2e(USER, 'the window’s port, name and session', 'test/e2e/headless/another-user.spec.ts'),
  unit(USER, 'sockets that were handed over', 'test/faults/host-starts.test.ts'),
  unit(USER, 'the other loopback address', 'test/unit/shared/node/http/serve.test.ts'),
  unit(USER, 'a computer without IPv6, and with it later', 'test/faults/host-refusals.test.ts'),
  unit(USER, 'notes, names and ports of other parts', 'test/faults/newer-journal.test.ts'),
  unit(USER, 'names and ports of the demonstration', 'test/faults/host-refusals.test.ts'),
  unit(USER, 'the name that claims a profile', 'test/unit/electron/platform/files/claim-profile.test.ts'),
  unit(USER, 'a profile that others may read', 'test/unit/electron/headless/exit-codes.test.ts'),
  unit(USER, 'a port that is taken', 'test/faults/host-refusals.test.ts'),
  unit(NETWORK, 'false certificates', 'test/unit/shared/node/http-proxy.test.ts'),
  unit(OFFICE, 'logs, devices and secrets of another one', 'test/relay/hostile/forged-webhooks.test.ts'),
  unit(THIEF, 'a log that is deleted', 'test/relay/enrol/deletions.test.ts'),
  unit(THIEF, 'proofs that are old', 'test/relay/enrol/proof-age.test.ts'),
  unit(THIEF, 'secrets sent to another service', 'test/unit/electron/another-place.test.ts'),
  unit(RELAY, 'forged webhooks', 'test/relay/hostile/forged-webhooks.test.ts'),
  unit(RELAY, 'a relay that forges results', 'test/unit/electron/results/another-log.test.ts'),
  unit(RELAY, 'hostile keys', 'test/unit/shared/service-client/rsa-keys.test.ts'),
  unit(RELAY, 'forged signatures', 'test/unit/shared/service-client/verify-webhook.test.ts'),
  unit(RELAY, 'invented keys', 'test/integration/keys-that-end.test.ts'),
  unit(RELAY, 'signed events of an odd shape', 'test/integration/odd-events.test.ts'),
  unit(FILE, 'files that stop the inspection', 'test/unit/electron/intake/inspect/inspect-hostile.test.ts'),
  unit(FILE, 'files changed at random', 'test/unit/electron/intake/inspect/inspect-fuzz.test.ts'),
  unit(
    FILE,
    'pages made to cost much where what they draw is compared',
    'test/unit/electron/intake/inspect/page-fingerprints-hostile.test.ts',
  ),
  unit(FILE, 'pictures and PDFs that stop the conversion', 'test/fuzz/conversions.test.ts'),
  unit(FILE, 'PDFs that draw without end', 'test/unit/electron/conversion/pdf/hostile.test.ts'),
  unit(FILE, 'a codec that was taken over', 'test/unit/electron/conversion/confined/compiled-modules.test.ts'),
  unit(FILE, 'code inside the process that converts or reads', 'test/unit/electron/file-process/confinement.test.ts'),
  unit(FILE, 'pictures that unpack without end', 'test/unit/electron/conversion/conversion-limits.test.ts'),
  unit(FILE, 'disks and files that never answer', 'test/faults/hung-place.test.ts'),
  unit(FILE, 'names that become paths', 'test/unit/electron/upload-from-window/window-uploads.test.ts'),
  unit(FILE, 'cells that a spreadsheet would run', 'test/unit/electron/register/register-words.test.ts'),
  e2e(FILE, 'a preview that looks out of its frame', 'test/e2e/window/preview.spec.ts'),
  unit(INVITER, 'stolen, guessed and used invitations', 'test/relay/invitations/page.test.ts'),
  unit(INVITER, 'a copy of the relay’s store', 'test/relay/invitations/stolen-backup.test.ts'),
  unit(INVITER, 'invitations at a hostile relay', 'test/integration/invitations.test.ts'),
  unit(INVITER, 'the wrong place in the question', 'test/unit/electron/companies/remove.test.ts'),
  unit(INVITER, 'the wrong place on the command line', 'test/integration/invitation-command.test.ts'),
  unit(INVITER, 'a computer that calls itself like this one', 'test/integration/invitation-command.test.ts'),
  e2e(ARGUMENTS, 'invitations that a page or a program opens', 'test/e2e/electron/invitation.spec.ts'),
  unit(ARGUMENTS, 'switches of Electron', 'test/unit/electron/desktop/launch.test.ts'),
  unit(ARGUMENTS, 'links, files and words of a second start', 'test/unit/electron/desktop/invitation-from-outside.test.ts'),
  unit(ARGUMENTS, 'Electron’s own list of what to close', 'test/unit/electron/desktop/checklist.test.ts'),
  unit(UPDATES, 'announcements that our key did not sign', 'test/unit/electron/desktop/updates/updater-feed.test.ts'),
  unit(UPDATES, 'versions that are taken back', 'test/unit/electron/desktop/updates/going-back.test.ts'),
  unit(UPDATES, 'packages that are exchanged after they were checked', 'test/unit/electron/desktop/updates/kinds-of-update.test.ts'),
  unit(UPDATES, 'a stranger’s announcement at its renewal', 'test/unit/build/renewed-feed.test.ts'),
  unit(UPDATES, 'secrets beside what npm installed', 'test/unit/build/workflow-secrets.test.ts'),
  unit(LOGS, 'secrets, paths and names in logs and files', 'test/faults/canary.test.ts'),
];

function unit(from: string, what: string, file: string): Attack {
  return { from, what, with: 'unit', file };
}

function e2e(from: string, what: string, file: string): Attack {
  return { from, what, with: 'e2e', file };
}
