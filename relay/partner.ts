import { base64 } from '@scure/base';
import { Hono } from 'hono';
import { z } from 'zod';
import { joinUrl } from '#shared/contract/routes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { invitationLabelSchema } from '#shared/relay-protocol/invitations.ts';
import { type LogoType, logoType, type Partner } from '#shared/relay-protocol/partner.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { CommandOutput } from './commands/said.ts';
import { notFound } from './http/problem.ts';
import { readBytes } from './read-text-file.ts';

export type Logo = { readonly type: LogoType; readonly bytes: Uint8Array<ArrayBuffer> };
/** Who runs the relay, as the operator says. */
export type RelayPartner = { readonly name: string | null; readonly logo: Logo | null };

const https = z.url({ protocol: /^https$/, error: 'must begin with https://' });
const label = invitationLabelSchema;
const USE_CASE_CHARACTERS_MAX = 2_000;

/** Settings about the partner. All are optional for the relay; `onboarding` says which of them the service's operator asks for. */
export const PARTNER_SETTINGS = {
  RELAY_PARTNER_NAME: label.optional(),
  RELAY_SOFTWARE_NAME: label.default('Intray'),
  RELAY_USE_CASE: z.string().max(USE_CASE_CHARACTERS_MAX).optional(),
  RELAY_PRESENTATION_URL: https.optional(),
  RELAY_LOGO_FILE: z
    .string()
    .transform((file, context): Logo => {
      const logo = readLogo(file);
      if (logo.ok) return logo.value;
      context.addIssue(logo.failure);
      return z.NEVER;
    })
    .optional(),
  RELAY_LOGO_URL: https.optional(),
};

/** The picture of the partner, with the limits of `logoType`. The failure follows the setting's name. */
function readLogo(file: string): Result<Logo, string> {
  const bytes = readBytes(file);
  if (!bytes.ok) return fail(`cannot be read (${bytes.failure})`);
  const type = logoType(bytes.value);
  return type.ok ? ok({ type: type.value, bytes: bytes.value }) : type;
}

/** A proxy or browser may keep the logo for a day: it is the same for everybody. */
const LOGO_CACHE = 'public, max-age=86400';

/** The logo by itself, for the invitation page and for the service's operator. */
export function logoRoute({ logo }: RelayPartner): Hono {
  return new Hono().get(RELAY_PATHS.logo, () => {
    if (logo === null) return notFound();
    const headers = {
      'content-type': logo.type,
      'content-length': String(logo.bytes.byteLength),
      'cache-control': LOGO_CACHE,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      // The service's operator may show it on pages of its own.
      'cross-origin-resource-policy': 'cross-origin',
    };
    return new Response(logo.bytes, { headers });
  });
}

/** What a device may show its user of whoever runs the relay. */
export function partnerRoute({ name, logo }: RelayPartner): Hono {
  const told: Partner = { name, logo: logo === null ? null : { mediaType: logo.type, base64: base64.encode(logo.bytes) } };
  return new Hono().get(RELAY_PATHS.partner, () => Response.json(told));
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What each answer is called, the setting that it comes from, and what to give there. */
const QUESTIONS = [
  { key: 'useCase', label: 'use case', setting: 'RELAY_USE_CASE', give: 'what the software sends for whom, in a sentence or two' },
  { key: 'company', label: 'company', setting: 'RELAY_PARTNER_NAME', give: 'the name of your company' },
  { key: 'software', label: 'software', setting: 'RELAY_SOFTWARE_NAME', give: 'the name of the software' },
  {
    key: 'logoUrl',
    label: 'logo',
    setting: 'RELAY_LOGO_URL',
    give: 'its https address; or RELAY_LOGO_FILE with a public address, and the relay serves it',
  },
  { key: 'presentationUrl', label: 'presentation page', setting: 'RELAY_PRESENTATION_URL', give: 'the https address of a page about it' },
  {
    key: 'webhookUrl',
    label: 'webhook URL',
    setting: 'RELAY_PUBLIC_URL',
    give: 'the https address at which the service reaches the relay',
  },
] as const;

/**
 * What the service's operator asks a partner for before it gives out client credentials. It needs no other setting: most
 * of them come from that operator. Exit code 1 if an answer is missing or cannot be used.
 */
export function onboarding(environment: Environment, json: boolean): CommandOutput {
  const wrong: string[] = [];
  const read = <T>(name: keyof typeof SCHEMAS, schema: z.ZodType<T>): NonNullable<T> | null => {
    const value = environment[name] === '' ? undefined : environment[name];
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data ?? null;
    wrong.push(`${name}: ${parsed.error.issues[0]?.message ?? 'cannot be used'}`);
    return null;
  };
  const publicUrl = read('RELAY_PUBLIC_URL', SCHEMAS.RELAY_PUBLIC_URL);
  const logo = read('RELAY_LOGO_FILE', SCHEMAS.RELAY_LOGO_FILE);
  const ownLogo = logo === null || publicUrl === null ? null : joinUrl(publicUrl, RELAY_PATHS.logo);
  const answers = {
    useCase: read('RELAY_USE_CASE', SCHEMAS.RELAY_USE_CASE),
    company: read('RELAY_PARTNER_NAME', SCHEMAS.RELAY_PARTNER_NAME),
    software: read('RELAY_SOFTWARE_NAME', SCHEMAS.RELAY_SOFTWARE_NAME),
    logoUrl: read('RELAY_LOGO_URL', SCHEMAS.RELAY_LOGO_URL) ?? ownLogo,
    presentationUrl: read('RELAY_PRESENTATION_URL', SCHEMAS.RELAY_PRESENTATION_URL),
    webhookUrl: publicUrl === null ? null : joinUrl(publicUrl, RELAY_PATHS.webhooks),
  };
  const { webhookUrl, ...others } = answers;
  const missing = QUESTIONS.filter(({ key, setting }) => answers[key] === null && !wrong.some((line) => line.startsWith(`${setting}:`)));
  const said = { ...others, webhookUrls: webhookUrl === null ? [] : [webhookUrl], missing: missing.map(({ setting }) => setting), wrong };
  const code = missing.length + wrong.length === 0 ? 0 : 1;
  if (json) return { text: JSON.stringify(said, null, 2), code };
  const lines = QUESTIONS.map(({ key, label: called }) => `${called.padEnd(19)}${answers[key] ?? '-'}`);
  const lacks = missing.map(({ setting, give }) => `  ${setting}: ${give}`);
  return {
    text: [
      ...lines,
      ...under('Missing:', lacks),
      ...under(
        'Wrong:',
        wrong.map((line) => `  ${line}`),
      ),
    ].join('\n'),
    code,
  };
}

const SCHEMAS = { ...PARTNER_SETTINGS, RELAY_PUBLIC_URL: https.optional() };

function under(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines];
}
