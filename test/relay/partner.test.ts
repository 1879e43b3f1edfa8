import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, relayConfig } from '#relay/config.ts';
import { onboarding } from '#relay/partner.ts';
import { LOGO_BYTES_MAX, logoType, partnerSchema } from '#shared/relay-protocol/partner.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { part, png } from '#test/support/scans/make-pictures.ts';
import { tempFolder } from '#test/support/folders.ts';
import { runCommand } from './commands/run-command.ts';
import { openRelay } from './relay-bench.ts';

const grey = { level: () => 128 };
const LOGO = png({ width: 64, height: 48, ...grey });
const [HEAD, END] = [LOGO.subarray(0, 33), part('IEND', Buffer.alloc(0))];
const picture = (name: string) => readFileSync(join(import.meta.dirname, '../support/conversions', name));

/** A PNG with this behind its header. */
function withPart(name: string, data = Buffer.from('x')): Buffer {
  return Buffer.concat([HEAD, part(name, data), LOGO.subarray(33)]);
}

describe('a logo', () => {
  it.each([
    ['a PNG', LOGO, 'image/png'],
    ['a PNG with a palette', png({ width: 16, height: 1_024, colour: 3, ...grey }), 'image/png'],
    ['a JPEG', picture('baseline.jpg'), 'image/jpeg'],
    ['a progressive JPEG', picture('progressive.jpg'), 'image/jpeg'],
    ['a JPEG with restarts', picture('restarts.jpg'), 'image/jpeg'],
  ])('is %s, by its content', (_, bytes, type) => {
    expect(logoType(bytes)).toEqual({ ok: true, value: type });
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'is neither a PNG nor a JPEG'],
    ['nothing', Buffer.alloc(0), 'is neither a PNG nor a JPEG'],
    ['a GIF', Buffer.from('GIF89a'), 'is neither a PNG nor a JPEG'],
    ['too small', png({ width: 15, height: 64, ...grey }), 'has 15 × 64 pixels; 16 to 1024 are right for each side'],
    ['too wide', png({ width: 1_025, height: 16, ...grey }), 'has 1025 × 16 pixels; 16 to 1024 are right for each side'],
    ['too heavy', Buffer.concat([LOGO, Buffer.alloc(LOGO_BYTES_MAX)]), 'has more than 65536 bytes'],
    ['cut off', LOGO.subarray(0, -1), 'is not a whole picture'],
    ['without pixels', Buffer.concat([HEAD, END]), 'is not a whole picture'],
    ['two headers', withPart('IHDR', Buffer.alloc(13)), 'is not a whole picture'],
    ['a page behind its end', Buffer.concat([LOGO, Buffer.from('<html>')]), 'has something behind its end'],
    ['animated', withPart('acTL'), 'has a part (acTL) that is none of the picture'],
    ['talkative', withPart('tEXt'), 'has a part (tEXt) that is none of the picture'],
    ['a JPEG with the place where it was taken', picture('turned-6.jpg'), 'has a part (e1) that is none of the picture'],
    ['a JPEG that is cut off', picture('baseline.jpg').subarray(0, -2), 'is not a whole picture'],
    ['a JPEG with a page behind its end', Buffer.concat([picture('baseline.jpg'), Buffer.from('<html>')]), 'has something behind its end'],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'is not a whole picture'],
  ])('is none if it is %s', (_, bytes, why) => {
    expect(logoType(bytes)).toEqual({ ok: false, failure: expect.stringContaining(why) });
  });
});

function aLogoFile(bytes: Buffer = LOGO): string {
  const file = join(tempFolder(), 'logo.png');
  writeFileSync(file, bytes);
  return file;
}

const ALL = {
  RELAY_USE_CASE: 'Sends the scans of small businesses to their accountants.',
  RELAY_PARTNER_NAME: 'Exemple Éditeur SAS',
  RELAY_SOFTWARE_NAME: 'Exemple Scan',
  RELAY_PRESENTATION_URL: 'https://exemple.example/scan',
  RELAY_PUBLIC_URL: 'https://relay.exemple.example/',
};

describe('relay onboarding', () => {
  it('prints what the operator of the service asks for, without any setting that comes from there', async () => {
    const said = await runCommand({ ...ALL, RELAY_LOGO_FILE: aLogoFile() }, 'onboarding', '--json');
    expect([said.status, said.stderr]).toEqual([0, '']);
    expect(JSON.parse(said.stdout)).toEqual({
      useCase: ALL.RELAY_USE_CASE,
      company: 'Exemple Éditeur SAS',
      software: 'Exemple Scan',
      logoUrl: 'https://relay.exemple.example/logo',
      presentationUrl: 'https://exemple.example/scan',
      webhookUrls: ['https://relay.exemple.example/webhooks'],
      missing: [],
      wrong: [],
    });
    const lines = (await runCommand({ ...ALL, RELAY_LOGO_FILE: aLogoFile() }, 'onboarding')).stdout.split('\n');
    expect(lines).toContain('webhook URL        https://relay.exemple.example/webhooks');
    expect(await runCommand(ALL, 'onboarding', 'now')).toMatchObject({ status: 2, stdout: '' });
  });

  it('names what is missing, and ends with 1', async () => {
    const none = await runCommand({}, 'onboarding');
    expect(none.status).toBe(1);
    const missing = none.stdout.split('Missing:\n')[1]?.split('\n') ?? [];
    expect(missing.map((line) => line.trim().split(':')[0]).filter(Boolean)).toEqual([
      'RELAY_USE_CASE',
      'RELAY_PARTNER_NAME',
      'RELAY_LOGO_URL',
      'RELAY_PRESENTATION_URL',
      'RELAY_PUBLIC_URL',
    ]);
    expect(none.stdout).toContain('software           Intray');
    // The relay cannot serve a logo at an address that is not known.
    const { RELAY_PUBLIC_URL: _, ...unknown } = ALL;
    const { text, code } = onboarding({ ...unknown, RELAY_LOGO_FILE: aLogoFile() }, true);
    expect([JSON.parse(text).missing, code]).toEqual([['RELAY_LOGO_URL', 'RELAY_PUBLIC_URL'], 1]);
  });

  it('says what cannot be used, and why', () => {
    const wrong = {
      RELAY_PUBLIC_URL: 'http://relay.exemple.example',
      RELAY_PRESENTATION_URL: 'exemple',
      RELAY_PARTNER_NAME: 'Exemple\u202e SAS',
      RELAY_LOGO_FILE: aLogoFile(Buffer.from('<svg/>')),
      RELAY_LOGO_URL: 'https://exemple.example/logo.svg',
      RELAY_USE_CASE: '',
    };
    const { text, code } = onboarding(wrong, true);
    const said = JSON.parse(text);
    expect([said.missing, said.logoUrl, code]).toEqual([['RELAY_USE_CASE'], 'https://exemple.example/logo.svg', 1]);
    expect(said.wrong.toSorted()).toEqual([
      'RELAY_LOGO_FILE: is neither a PNG nor a JPEG',
      expect.stringMatching(/^RELAY_PARTNER_NAME: /),
      'RELAY_PRESENTATION_URL: must begin with https://',
      'RELAY_PUBLIC_URL: must begin with https://',
    ]);
    expect(onboarding({ RELAY_LOGO_FILE: join(tempFolder(), 'none.png') }, false).text).toContain(
      'RELAY_LOGO_FILE: cannot be read (ENOENT)',
    );
  });
});

const partner = { name: 'Exemple & <Fils>', logo: { type: 'image/png' as const, bytes: new Uint8Array(LOGO) } };

describe('whose relay it is', () => {
  it('is shown on the page of an invitation, whose policy grows by its own picture and nothing else', async () => {
    const [with_, without] = [await openRelay({ config: { partner } }), await openRelay()];
    const [page, bare] = [await with_.call('GET', RELAY_PATHS.invitationPage), await without.call('GET', RELAY_PATHS.invitationPage)];
    expect(policy(page)).toEqual([...policy(bare), "img-src 'self'"]);
    const text = await page.text();
    expect(text.match(/ src="[^"]*"/g)).toEqual([' src="/logo"', ' src="/logo"']);
    expect(text).toContain('From <bdi>Exemple &amp; &lt;Fils></bdi>');
    expect(text).toContain('De la part de <bdi>Exemple &amp; &lt;Fils></bdi>');
    const unnamed = await openRelay({ config: { partner: { ...partner, name: null } } });
    const nameless = await unnamed.call('GET', RELAY_PATHS.invitationPage);
    expect([policy(nameless), (await nameless.text()).includes('<img')]).toEqual([policy(bare), false]);
  });

  it('has a picture that is nothing but a picture, for a day', async () => {
    const bench = await openRelay({ config: { partner } });
    const { status, headers, arrayBuffer } = await readAnswer(bench.call('GET', RELAY_PATHS.logo));
    expect([status, Buffer.from(arrayBuffer).equals(LOGO)]).toEqual([200, true]);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, max-age=86400');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect((await (await openRelay()).call('GET', RELAY_PATHS.logo)).status).toBe(404);
  });

  it('is told to a device, and to nobody else', async () => {
    const bench = await openRelay({ config: { partner } });
    const { token } = await bench.device();
    const told = partnerSchema.parse(await (await bench.call('GET', RELAY_PATHS.partner, { token })).json());
    expect(told).toEqual({ name: partner.name, logo: { mediaType: 'image/png', base64: LOGO.toString('base64') } });
    expect((await bench.call('GET', RELAY_PATHS.partner)).status).toBe(401);
    const silent = await openRelay();
    const other = await silent.device();
    expect(await (await silent.call('GET', RELAY_PATHS.partner, { token: other.token })).json()).toEqual({ name: null, logo: null });
  });

  it('comes from the settings, which refuse a file that is no picture', () => {
    const needed = {
      RELAY_BASE_URL: 'https://api.service.example/v1',
      RELAY_AUTH_URL: 'https://auth.service.example',
      RELAY_JWKS_URL: 'https://api.service.example/jwks',
      RELAY_ISSUER: 'https://api.service.example',
      RELAY_CLIENT_ID: 'id',
      RELAY_CLIENT_SECRET: 'secret',
      RELAY_SEAL_KEYS: 'none',
    };
    const read = readSettings({ ...needed, ...ALL, RELAY_LOGO_FILE: aLogoFile() });
    expect(read.ok ? relayConfig(read.value).partner : null).toEqual({
      name: 'Exemple Éditeur SAS',
      logo: { type: 'image/png', bytes: new Uint8Array(LOGO) },
    });
    expect(readSettings({ ...needed, RELAY_LOGO_FILE: aLogoFile(Buffer.from('%PDF-1.4')) })).toEqual({
      ok: false,
      failure: ['RELAY_LOGO_FILE: is neither a PNG nor a JPEG'],
    });
  });
});

function policy({ headers }: Response): readonly string[] {
  return (headers.get('content-security-policy') ?? '').split('; ');
}

async function readAnswer(asked: Promise<Response>) {
  const answer = await asked;
  return { status: answer.status, headers: answer.headers, arrayBuffer: await answer.arrayBuffer() };
}
