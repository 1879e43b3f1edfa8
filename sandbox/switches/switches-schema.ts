import { z } from 'zod';
import { FAULT_ROUTES, faultRuleSchema } from '../faults/fault-rules.ts';
import { ACCESS_DEFAULTS, accessSwitches } from './access-switches.ts';
import { IMPORT_DEFAULTS, importSwitches } from './import-switches.ts';
import { WEBHOOK_DEFAULTS, webhookSwitches } from './webhook-switches.ts';

/** More rules than a test or a person can keep track of. */
const RULES_MAX = 100;

/** Everything that can vary in this service: every reading of what the document leaves open, and every fault. */
export const switchesSchema = z.strictObject({
  ...webhookSwitches,
  ...importSwitches,
  ...accessSwitches,
  failNext: z
    .strictObject({
      status: z.number().int().min(400).max(599),
      times: z.number().int().min(0).max(1_000),
      retryAfter: z.string().max(40).optional(),
      route: z.enum(FAULT_ROUTES).default('imports'),
    })
    .nullable()
    .describe('Short for one fault: the next so many calls of a route are answered with this status before anything else is looked at.'),
  faults: z.array(faultRuleSchema).max(RULES_MAX).describe('The fault table: which calls are struck, how often, and by what.'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(0xffff_ffff)
    .describe('Chance starts again from here: which calls a probability strikes, which event overtakes.'),
});

export type Switches = Readonly<z.infer<typeof switchesSchema>>;

/** Any part of the switches. */
export const switchesPatchSchema = switchesSchema.partial();
export type SwitchesPatch = Readonly<z.input<typeof switchesPatchSchema>>;

export const DEFAULT_SWITCHES: Switches = {
  ...WEBHOOK_DEFAULTS,
  ...IMPORT_DEFAULTS,
  ...ACCESS_DEFAULTS,
  failNext: null,
  faults: [],
  seed: 1,
};
