import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { HOST_OPTIONS, type HostOptions, hostOptionsSchema } from './host/host-options.ts';

export type StartOptions = { readonly host: HostOptions; readonly port: number };

const startSchema = z.object({ port: z.coerce.number().int().min(0).max(65_535).default(0) });

/** The arguments of a host that runs until it is stopped (and of `url`, which has no others). */
export function readStart(args: readonly string[]): Result<StartOptions, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: { ...HOST_OPTIONS, port: { type: 'string' } } });
    if (values.profile === undefined) return fail('--profile DIR is needed. See --help.');
    const host = hostOptionsSchema.safeParse(values);
    const start = startSchema.safeParse(values);
    return host.success && start.success ? ok({ host: host.data, port: start.data.port }) : fail('--port is a number up to 65535.');
  } catch (error) {
    // Unknown options and missing values, each with a sentence for the person.
    return fail(error instanceof Error ? error.message : 'cannot be understood');
  }
}
