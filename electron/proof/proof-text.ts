import type { Item } from '#shared/domain/item/item.ts';
import { importType as importTypeEn } from '#shared/i18n/en/document/import-type.ts';
import { proof as proofEn } from '#shared/i18n/en/document/proof.ts';
import { engineWords } from '#shared/i18n/engine-words.ts';
import { importType as importTypeFr } from '#shared/i18n/fr/document/import-type.ts';
import { proof as proofFr } from '#shared/i18n/fr/document/proof.ts';
import type { Language } from '#shared/i18n/language.ts';
import { type KeyOf, speaker } from '#shared/i18n/speaker.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { ProofRecord } from './proof-record.ts';
import { zip, type ZipMember } from './zip.ts';

/** The names of the two texts, by language. */
const TEXTS = { en: 'proof.txt', fr: 'preuve.txt' } as const;

/** The whole file: the record first, what it names, the texts, and the record's own fingerprint last (docs/proof). */
export function proofZip({ record, members }: { readonly record: ProofRecord; readonly members: readonly ZipMember[] }): Uint8Array {
  const named = [
    ...members,
    ...(['en', 'fr'] as const).map((language) => ({ name: TEXTS[language], bytes: utf8(`${proofText(record, language)}\n`) })),
  ];
  const listed = named.map(({ name, bytes }) => ({ name, bytes: bytes.byteLength, sha256: sha256Of(bytes) }));
  const json = utf8(`${JSON.stringify({ ...record, members: listed }, null, 2)}\n`);
  const fingerprint = { name: 'proof.json.sha256', bytes: utf8(`${sha256Of(json)}  proof.json\n`) };
  return zip([{ name: 'proof.json', bytes: json }, ...named, fingerprint]);
}

function sha256Of(bytes: Uint8Array): string {
  return hex(nodeSha256([bytes]));
}

/** What the file is called when it is saved. The name of what was sent has nothing in it that a system refuses. */
export function proofName({ sentName }: Item, language: Language): string {
  return `${engineWords(language)('document.save-proof.file')} ${sentName.replace(/\.[^.]{1,5}$/, '')}.zip`;
}

const WORDS = { en: { ...importTypeEn, ...proofEn }, fr: { ...importTypeFr, ...proofFr } } as const;
type MessageKey = KeyOf<typeof WORDS.en>;

/** Around a date or a name in a plain text file they would only be odd. */
const ISOLATES = /[\u2068\u2069]/g;
/** Foreign text must not begin a line of its own. */
const LINES = /[\p{Cc}\u2028\u2029]+/gu;

type Say = (key: MessageKey, values?: Readonly<Record<string, string | number | null>>) => string;
type Speaking = { readonly t: Say; readonly moment: (at: string) => string };

function proofText(record: ProofRecord, language: Language): string {
  const translate = speaker(WORDS[language], language);
  const dates = new Intl.DateTimeFormat({ en: 'en-GB', fr: 'fr-FR' }[language], {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  const moment = (at: string): string => dates.format(new Date(at)).replaceAll(/[\u00a0\u202f]/g, ' ');
  const t: Say = (key, values = {}) => {
    const plain = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(LINES, ' ') : (value ?? '')]),
    );
    return translate(key, plain).replaceAll(ISOLATES, '');
  };
  const speaking = { t, moment };
  const title = t('proof.title', { name: record.document.name });
  const parts = [
    [title, t('proof.made', { moment: moment(record.madeAt), program: record.program })],
    [t('proof.document'), ...documentLines(record, speaking)],
    [t('proof.sendings'), ...record.sendings.flatMap((sending) => sendingLines(sending, speaking))],
    [t('proof.webhooks'), ...webhookLines(record, speaking)],
    [t('proof.meaning'), ...MEANINGS.map((key) => t(key))],
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

const MEANINGS = [
  'proof.means.signed',
  'proof.means.reference',
  'proof.means.key',
  'proof.means.said',
  'proof.means.check',
] as const satisfies readonly MessageKey[];

const WHY = {
  'never-seen': 'proof.why.never-seen',
  joined: 'proof.why.joined',
  gone: 'proof.why.gone',
  changed: 'proof.why.changed',
  'in-cloud': 'proof.why.in-cloud',
  'too-large': 'proof.why.too-large',
  'not-kept': 'proof.why.not-kept',
} as const satisfies Readonly<Record<string, MessageKey>>;

function why(word: string | null, t: Say): string {
  return t(Object.entries(WHY).find(([key]) => key === word)?.[1] ?? 'proof.why.other');
}

function documentLines({ company, document }: ProofRecord, { t, moment }: Speaking): readonly string[] {
  const { file, sent, sentIs, joinedFrom } = document;
  const type = document.importType === null ? null : (`import-type.invoice.${document.importType}` as keyof typeof importTypeEn);
  return [
    t('proof.company', { name: company }),
    ...(type === null ? [] : [t('proof.type', { type: t(type) })]),
    t('proof.found', { moment: moment(document.foundAt) }),
    ...(file === null || joinedFrom !== null ? [] : [t('proof.file-is', file)]),
    ...(joinedFrom === null ? [] : [t('proof.joined', { list: joinedFrom.join(' ') })]),
    ...(file?.member == null
      ? [t('proof.file-missing', { why: why(file === null ? 'never-seen' : file.missing, t) })]
      : [t('proof.file-here', { member: file.member })]),
    ...(sentIs === 'file' ? [t('proof.sent-file')] : []),
    ...(sentIs === 'unknown' ? [t('proof.sent-unknown')] : []),
    ...(sentIs === 'version' && sent !== null && 'madeBy' in sent ? versionLines(sent, t) : []),
  ];
}

type Version = Extract<NonNullable<ProofRecord['document']['sent']>, { readonly madeBy: string }>;

function versionLines({ sha256, bytes, madeBy, member, missing }: Version, t: Say): readonly string[] {
  const made = t('proof.sent-version', { program: madeBy, bytes, sha256 });
  return [made, member === null ? t('proof.version-missing', { why: why(missing, t) }) : t('proof.version-here', { member })];
}

function sendingLines(sending: ProofRecord['sendings'][number], { t, moment }: Speaking): readonly string[] {
  const { reference, documentId, attempts, receivedAt, result } = sending;
  return [
    t('proof.sending', { reference, number: documentId ?? t('proof.no-number') }),
    ...(attempts.length === 0 ? [t('proof.no-attempts')] : []),
    ...attempts.flatMap(({ n, begunAt, endedAt, fields, file, answer }) => [
      t('proof.attempt', {
        n,
        moment: moment(begunAt),
        name: fields.filename ?? t('proof.none'),
        email: fields.userEmail ?? t('proof.none'),
        comment: fields.comment ?? t('proof.none'),
        sha256: file.sha256,
      }),
      answer === null || endedAt === null ? t('proof.no-answer') : t('proof.answer', { moment: moment(endedAt), ...answer }),
    ]),
    ...(receivedAt === null ? [] : [t('proof.received', { moment: moment(receivedAt) })]),
    ...(result === null
      ? [t('proof.pending')]
      : [t(`proof.${result.state}`, { moment: moment(result.at), reason: result.reason ?? t('proof.none') })]),
    ...(result?.takenAt == null ? [] : [t('proof.taken', { moment: moment(result.takenAt) })]),
  ];
}

function webhookLines({ webhooks, keys }: ProofRecord, { t, moment }: Speaking): readonly string[] {
  if (webhooks.length === 0) return [t('proof.no-webhooks')];
  const lines = webhooks.map(({ eventId: id, relayReceivedAt, isVerifiedHere, documentId, documentState, time, body, jwt, key }) => {
    const of = {
      id,
      time,
      number: documentId,
      state: documentState,
      moment: moment(relayReceivedAt),
      body,
      jwt,
      key: key ?? t('proof.none'),
    };
    if (body === null) return t('proof.webhook-deleted', of);
    return t(isVerifiedHere ? 'proof.webhook' : 'proof.webhook-unproven', of);
  });
  const about = keys.flatMap(({ thumbprint, kid, jwksUrl: url, firstSeenAt, distrustedAt }) => [
    t('proof.key', { thumbprint, kid, url, moment: moment(firstSeenAt) }),
    ...(distrustedAt === null ? [] : [t('proof.key-distrusted', { moment: moment(distrustedAt) })]),
  ]);
  return [...lines, ...about];
}
