import { z } from 'zod';

/** Accounting entries (§ Lines of entries). Required members must be present; whatever the contract does not describe is not checked (C19). */
const amountSchema = z.looseObject({
  amount: z.number(),
  currency: z.string(),
  currencyAmount: z.number(),
  currencyRate: z.number(),
});

const sectionSchema = z.looseObject({
  debit: amountSchema,
  credit: amountSchema,
  section: z.string(),
  sectionLabel: z.string().optional(),
});

const axisSchema = z.looseObject({
  axisCode: z.string(),
  axisLabel: z.string().optional(),
  sections: z.array(sectionSchema).min(1),
});

const lineSchema = z.looseObject({
  date: z.string(),
  debit: amountSchema,
  credit: amountSchema,
  journal: z.string(),
  account: z.string(),
  reference: z.string(),
  dueDate: z.string().optional(),
  journalLabel: z.string().optional(),
  thirdParty: z.string().optional(),
  thirdPartySiren: z.string().optional(),
  thirdPartyLabel: z.string().optional(),
  label: z.string().optional(),
  documentReference: z.string().optional(),
  analyticalAxes: z
    .array(axisSchema)
    .refine((axes) => new Set(axes.map((axis) => axis.axisCode)).size === axes.length, 'axisCode must be unique within one line')
    .optional(),
});

export const entriesSchema = z.looseObject({ data: z.looseObject({ lines: z.array(lineSchema).min(1) }) });
