import { z } from 'zod';
import type { SwitchSchema } from '../control/answers.ts';

/** How a switch is edited, from what its schema accepts. */
export type Kind =
  | { readonly kind: 'yes-no' }
  | { readonly kind: 'one-of'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'number'; readonly nullable: boolean }
  | { readonly kind: 'text'; readonly nullable: boolean }
  | { readonly kind: 'json' };

const value = z.union([z.string(), z.number()]);
const shape = z.looseObject({
  type: z.string().optional(),
  enum: z.array(value).optional(),
  const: value.optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
});

export function kindOf(schema: SwitchSchema): Kind {
  const values = valuesOf(schema);
  if (values !== null) return { kind: 'one-of', values };
  const parsed = shape.safeParse(schema);
  if (!parsed.success) return { kind: 'json' };
  const { type, anyOf = [] } = parsed.data;
  const nullable = anyOf.length === 2 && anyOf.some((one) => one.type === 'null');
  const only = nullable ? anyOf.find((one) => one.type !== 'null')?.type : type;
  if (only === 'boolean') return { kind: 'yes-no' };
  if (only === 'number' || only === 'integer') return { kind: 'number', nullable };
  return only === 'string' ? { kind: 'text', nullable } : { kind: 'json' };
}

/** All values, if there are only a few; otherwise null. */
function valuesOf(schema: unknown): readonly (string | number)[] | null {
  const parsed = shape.safeParse(schema);
  if (!parsed.success) return null;
  if (parsed.data.const !== undefined) return [parsed.data.const];
  if (parsed.data.enum !== undefined) return parsed.data.enum;
  const parts = parsed.data.anyOf?.map(valuesOf);
  return parts === undefined || parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}
