import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base64urlnopad } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { parseInvitationFile, parseInvitationLink } from '#shared/domain/invitation/invitation.ts';
import { invitationKeys, newClaimKeys, numberProof, openAnswer, openSecret } from '#shared/node/invitation-keys.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { claimAnswerSchema } from '#shared/relay-protocol/invitations.ts';
import { enrolAnswerSchema } from '#shared/relay-protocol/messages.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';
import { relayProcess, serviceStandIn } from '../durability/desktop.ts';
import { uuid } from '../relay-bench.ts';
import { type Ended, runCommand, runCommandWith } from './run-command.ts';

const INTEGRATION = integrationIdSchema.parse(uuid(9, 1));
const LABELS = ['--company', 'Exemple "SARL"', '--accountant', 'Cabinet Exemple'];
const TEST_MS = 120_000;
const random = nodeRandom();
const newSqlite = async (): Promise<string> => `sqlite:${join(tempFolder(), 'relay.db')}`;
const missing = postgresMissing();

describe('invitations on the relay’s command line', () => {
  describe('on SQLite', () => {
    invites(newSqlite);
    withdraws(newSqlite);
  });

  describe('on PostgreSQL', unless(missing), () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());
    invites(() => postgres.database());
    withdraws(() => postgres.database());
  });

  it(
    'are made with a link, and with a file of that one line',
    async () => {
      const { environment } = await staged();
      const file = join(tempFolder(), 'exemple.intray');
      const made = await runCommand(environment, 'invitation', '--integration', INTEGRATION.toUpperCase(), ...LABELS, '--out', file);
      expect(made).toMatchObject({ status: 0, stderr: '' });
      const link = linkIn(made.stdout);
      expect(parseInvitationLink(link)).toMatchObject({ host: 'relay.example.com' });
      expect(readFileSync(file, 'utf8')).toBe(`${link}\n`);
      expect(parseInvitationFile(readFileSync(file, 'utf8'))).not.toBeNull();
      // A file that is there already stays as it is; the link is shown all the same.
      writeFileSync(file, 'mine');
      const again = await runCommand(environment, 'invitation', '--integration', INTEGRATION, '--out', file);
      expect(again).toMatchObject({ status: 1, stdout: expect.stringContaining('could not be written (EEXIST)') as string });
      expect([linkIn(again.stdout) === link, readFileSync(file, 'utf8')]).toEqual([false, 'mine']);
      // No QR code where no terminal is.
      expect(again.stdout).not.toContain('\u001b');
    },
    TEST_MS,
  );

  it('are written into a file that its owner alone may read', unless(NO_MODES), async () => {
    const { environment } = await staged();
    const file = join(tempFolder(), 'exemple.intray');
    await runCommand(environment, 'invitation', '--integration', INTEGRATION, '--out', file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it(
    'are made with no secret that the service does not accept, and with none that nobody could ask about',
    async () => {
      const { environment, standIn } = await staged();
      standIn.service.integration(INTEGRATION);
      const deposit = (stdin: string, settings = environment) =>
        runCommandWith({ environment: settings, stdin }, 'invitation', '--integration', INTEGRATION, '--deposit-secret');
      const none = 'No invitation was made.\n';
      const refused = { status: 1, stdout: `The service does not accept this secret for this integration (entries). ${none}` };
      expect(await deposit('wrong\n')).toMatchObject(refused);
      for (const stdin of ['', '\n', 'a'.repeat(2_000)]) {
        expect(await deposit(stdin)).toMatchObject({
          status: 1,
          stdout: expect.stringMatching(/must stand on the standard input.*No inv/) as string,
        });
      }
      const away = { ...environment, RELAY_BASE_URL: 'http://127.0.0.1:1/v1', RELAY_AUTH_URL: 'http://127.0.0.1:1' };
      expect(await deposit('right', away)).toMatchObject({ status: 1, stdout: expect.stringContaining('cannot be asked') as string });
      expect((await runCommand(environment, 'invitation', 'list')).stdout).toContain('There is no invitation.');
      expect((await runCommand(environment, 'invitation', 'audit')).stdout).toBe('No invitation was ever made.\n');
    },
    TEST_MS,
  );

  it(
    'take no options that belong to another command, and lend theirs to none',
    async () => {
      const { environment } = await staged();
      for (const words of [['invitation'], ['invitation', 'list', '--company', 'A'], ['device', 'list', '--company', 'A']]) {
        expect([words, await runCommand(environment, ...words)]).toEqual([words, expect.objectContaining({ status: 2, stdout: '' })]);
      }
    },
    TEST_MS,
  );
});

function invites(newStore: () => Promise<string>): void {
  it(
    'give the secret to one of the computers that come at the same time, and say by which and when',
    async () => {
      const { environment: settings, standIn } = await staged();
      const environment = { ...settings, RELAY_STORE: await newStore(), SUDO_USER: 'operator-7' };
      const relay = await relayProcess(environment);
      onTestFinished(async () => void (await relay.end('SIGTERM')));
      const secret = standIn.service.integration(INTEGRATION);
      const words = ['invitation', '--integration', INTEGRATION, '--deposit-secret', ...LABELS];
      const made = await runCommandWith({ environment, stdin: `${secret}\n` }, ...words);
      expect(made.status).toBe(0);
      const number = /Number: (\d{4}) (\d{4})\n {2}Tell it by telephone/.exec(made.stderr)?.slice(1).join('') ?? '';
      expect(number).toMatch(/^\d{8}$/);
      expect(made.stdout).not.toMatch(/Number|telephone/);
      for (const hidden of [secret, number]) expect(made.stdout).not.toContain(hidden);

      const code = parseInvitationLink(linkIn(made.stdout))?.code ?? '';
      const claims = await Promise.all(Array.from({ length: 6 }, (_, n) => claimOver(relay.url, { name: `PC "${n}"`, code, number })));
      expect(claims.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409]);
      const won = claims.find(({ status }) => status === 200);
      expect(won?.secret).toBe(secret);
      const lines = (await runCommand(environment, 'invitation', 'list')).stdout;
      expect(lines).toMatch(
        / by operator-7 {2}integration \S+ {2}company "Exemple \\"SARL\\"" {2}accountant "Cabinet Exemple" {2}with a secret {2}used /,
      );
      expect(lines).toContain(`by ${JSON.stringify(won?.name)} (device ${won?.deviceId})`);
      const [row] = JSON.parse((await runCommand(environment, 'invitation', 'list', '--json')).stdout) as readonly Row[];
      expect(row).toMatchObject({
        integrationId: INTEGRATION,
        wrongNumbers: 0,
        claim: { deviceId: won?.deviceId },
        ended: { why: 'claimed' },
      });
      const late = await runCommand(environment, 'invitation', 'withdraw', row?.invitationId ?? '');
      expect(late).toMatchObject({ status: 1, stdout: expect.stringMatching(/^Too late: used .*have the secret renewed/) as string });

      const audit = JSON.parse((await runCommand(environment, 'invitation', 'audit', '--json')).stdout) as readonly Row[];
      expect(audit.map(({ act, who }) => `${act} by ${who}`)).toEqual([
        'invitation made by operator-7',
        `invitation claimed by ${won?.deviceId}`,
      ]);
      expect(relay.stderr()).not.toContain(number);
    },
    TEST_MS,
  );
}

function withdraws(newStore: () => Promise<string>): void {
  it(
    'are withdrawn while the relay runs, and then claimed by nobody',
    async () => {
      const environment = { ...(await staged()).environment, RELAY_STORE: await newStore(), SUDO_USER: 'operator-7' };
      const relay = await relayProcess(environment);
      onTestFinished(async () => void (await relay.end('SIGTERM')));
      const open = JSON.parse((await runCommand(environment, 'invitation', '--integration', INTEGRATION, '--json')).stdout) as Made;
      expect(open).toMatchObject({ number: null, file: null, link: open.appLink.replace('intray:', 'https:') });
      expect((await runCommand(environment, 'invitation', 'withdraw', open.invitationId)).stdout).toMatch(/^Withdrawn/);
      const second = await runCommand(environment, 'invitation', 'withdraw', open.invitationId, '--json');
      expect(JSON.parse(second.stdout)).toMatchObject({ withdrawn: true, ended: { why: 'withdrawn' } });
      const toolate = await claimOver(relay.url, { name: 'PC', code: parseInvitationLink(open.link)?.code ?? '', number: null });
      expect(toolate).toMatchObject({ status: 409, body: { invitation: { state: 'ended', why: 'withdrawn' } } });
      const audit = await runCommand(environment, 'invitation', 'audit');
      expect(audit.stdout).toMatch(/invitation made by operator-7\n.*invitation withdrawn by operator-7\n$/);
    },
    TEST_MS,
  );
}

type Row = { readonly invitationId: string; readonly act: string; readonly who: string };
type Made = { readonly invitationId: string; readonly link: string; readonly appLink: string };

/** A new computer enrols and claims, over real connections. */
async function claimOver(url: string, of: { readonly name: string; readonly code: string; readonly number: string | null }) {
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { deviceId, deviceToken } = enrolAnswerSchema.parse(await (await post(RELAY_PATHS.devices, { name: of.name })).json());
  const [keys, own] = [invitationKeys(of.code), newClaimKeys(random)];
  const number = of.number === null ? {} : { number: base64urlnopad.encode(numberProof(keys.number, of.number)) };
  const wanted = { find: base64urlnopad.encode(keys.find), key: base64urlnopad.encode(own.publicKey), ...number };
  const answer = await post(RELAY_PATHS.invitationClaim, wanted, { authorization: `Bearer ${deviceToken}` });
  const body: unknown = await answer.json();
  const claimed = claimAnswerSchema.safeParse(body);
  const deposit = claimed.success && claimed.data.sealed !== null ? openAnswer(claimed.data.sealed, own) : null;
  const secret = deposit === null ? null : openSecret(deposit, { sealKey: keys.seal, integrationId: INTEGRATION });
  return { status: answer.status, body, deviceId, name: of.name, secret };
}

function linkIn(stdout: Ended['stdout']): string {
  return /^ {2}(https:\S+)$/m.exec(stdout)?.[1] ?? '';
}

async function staged() {
  const standIn = await serviceStandIn();
  onTestFinished(() => standIn.close());
  const store = `sqlite:${join(tempFolder(), 'relay.db')}`;
  const environment: Record<string, string> = { ...standIn.environment, RELAY_STORE: store, RELAY_PUBLIC_URL: 'https://relay.example.com' };
  return { environment, standIn };
}
