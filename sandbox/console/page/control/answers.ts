import { z } from 'zod';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { wallMs, type WallMs } from '#shared/lib/duration.ts';

/** The answers of the control API, as far as this page reads them. */
const moment = z.iso.datetime().transform((text): WallMs => wallMs(Date.parse(text)));

export const integrationsSchema = z.array(
  z.object({
    integrationId: z.string(),
    state: z.enum(['active', 'revoked']),
    closedAs: z.string().nullable(),
    revokedAs: z.string().nullable(),
  }),
);
export type Integration = Readonly<z.infer<typeof integrationsSchema>[number]>;

export const newIntegrationSchema = z.object({ integrationId: z.string(), integrationSecret: z.string() });
export type NewIntegration = Readonly<z.infer<typeof newIntegrationSchema>>;

export const documentsSchema = z.array(
  z.object({
    documentId: z.string(),
    integrationId: z.string(),
    importType: z.enum(IMPORT_TYPES),
    externalReference: z.string().nullable(),
    filename: z.string().nullable(),
    fileKept: z.string().nullable(),
    sha256: z.string().nullable(),
    bytes: z.number().nullable(),
    userEmail: z.string().nullable(),
    comment: z.string().nullable(),
    entryLines: z.number().nullable(),
    entriesKept: z.boolean(),
    organization: z.unknown(),
    metadata: z.unknown(),
    decoded: z.unknown(),
    receivedAt: moment,
    documentState: z.string().nullable(),
    decidedAt: moment.nullable(),
    rejectionReason: z.string().nullable(),
  }),
);
export type Document = Readonly<z.infer<typeof documentsSchema>[number]>;

/** A number as it was written: `12.30` and `1e2` stay what they are. Browsers that do not give the text lose only digits beyond the sixteenth. */
const written = z.object({ amount: z.string() }).transform(({ amount }) => amount);

const entriesSchema = z.object({
  data: z.object({
    lines: z.array(
      z.object({
        date: z.string(),
        journal: z.string(),
        account: z.string(),
        label: z.string().optional(),
        reference: z.string(),
        debit: written,
        credit: written,
      }),
    ),
  }),
});
export type EntryLine = Readonly<z.infer<typeof entriesSchema>['data']['lines'][number]>;

/** The lines in the text of entries. Throws if it has none, which the sandbox would not have accepted. */
export function entryLinesIn(text: string): readonly EntryLine[] {
  const value: unknown = JSON.parse(text, (name: string, member: unknown, at?: { readonly source?: string }) =>
    name === 'amount' && typeof member === 'number' ? (at?.source ?? String(member)) : member,
  );
  return entriesSchema.parse(value).data.lines;
}

/** Each a number as JSON writes it. `difference` is that of the sides without a sign, and null if they are equal. */
export type Totals = { readonly debit: string; readonly credit: string; readonly difference: string | null };

/** Null if an amount has more digits than money has. */
export function totalsOf(lines: readonly EntryLine[]): Totals | null {
  let [debit, credit] = [NOTHING, NOTHING];
  for (const line of lines) {
    const [one, other] = [decimalOf(line.debit), decimalOf(line.credit)];
    if (one === null || other === null) return null;
    [debit, credit] = [sum(debit, one), sum(credit, other)];
  }
  const { digits, scale } = sum(debit, { ...credit, digits: -credit.digits });
  const difference = digits === 0n ? null : decimalText({ digits: digits < 0n ? -digits : digits, scale });
  return { debit: decimalText(debit), credit: decimalText(credit), difference };
}

/** `digits` divided by ten to the power of `scale`: money is never a float. */
type Decimal = { readonly digits: bigint; readonly scale: number };

const NOTHING: Decimal = { digits: 0n, scale: 0 };
const DIGITS_MAX = 40;

function decimalOf(number: string): Decimal | null {
  if (number.length > DIGITS_MAX) return null;
  const [, whole, fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const scale = fraction.length - Number(exponent);
  if (whole === undefined || Math.abs(scale) > DIGITS_MAX) return null;
  const digits = BigInt(`${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: raised(digits, -scale), scale: 0 };
}

function sum(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: raised(one.digits, scale - one.scale) + raised(other.digits, scale - other.scale), scale };
}

function raised(digits: bigint, power: number): bigint {
  return power === 0 ? digits : digits * 10n ** BigInt(power);
}

function decimalText({ digits, scale }: Decimal): string {
  return `${digits}e-${scale}`;
}

export const deliveriesSchema = z.array(
  z.object({
    deliveryId: z.number(),
    eventId: z.string(),
    type: z.string(),
    event: z.unknown(),
    state: z.enum(['pending', 'delivered', 'given-up']),
    nextAt: moment.nullable(),
    attempts: z.array(z.object({ at: moment, status: z.number().nullable(), code: z.string().nullable() })),
  }),
);
export type Delivery = Readonly<z.infer<typeof deliveriesSchema>[number]>;

export const clockSchema = z.object({ now: moment, aheadMs: z.number() });

export const switchesSchema = z.record(z.string(), z.unknown());

const switchSchema = z.looseObject({ description: z.string().optional(), default: z.unknown() });
export type SwitchSchema = Readonly<z.infer<typeof switchSchema>>;

/** From the control API's own description: the switches that there are. */
export const descriptionSchema = z.object({
  components: z.object({ schemas: z.object({ Switches: z.object({ properties: z.record(z.string(), switchSchema) }) }) }),
});
