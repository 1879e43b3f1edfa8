import { z } from 'zod';
import { settingsChangeSchema } from '#shared/app-api/settings.ts';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';

const KEYS = Object.keys(settingsChangeSchema.shape);

export const settingsCommands: readonly Command[] = [
  command({
    words: 'settings get',
    usage: '[KEY]',
    summary: 'prints the settings, or one of them',
    options: {},
    schema: z.object({ paths: z.array(z.enum(KEYS)).max(1, 'one setting at a time') }),
    run: async (input, call) => {
      const settings = await call.client.settings.get();
      const [key] = input.paths;
      const value: unknown = key === undefined ? settings : Object.entries(settings).find(([name]) => name === key)?.[1];
      call.answer(value ?? null, saySetting(value));
      return EXIT.done;
    },
  }),
  command({
    words: 'settings set',
    usage: 'KEY VALUE   (a text, a number, true, false, null or JSON)',
    summary: 'changes one setting',
    begins: true,
    options: {},
    schema: z.object({ paths: z.tuple([z.enum(KEYS), z.string()], 'a name and a value are expected') }),
    run: async (input, call) => {
      const [key, text] = input.paths;
      const value = valueOf(text);
      // The schema falls back to defaults, for damaged files; a person who mistypes gets an error instead.
      const change = settingsChangeSchema.safeParse({ [key]: value });
      const kept = change.success ? Object.entries(change.data).find(([name]) => name === key)?.[1] : undefined;
      if (!change.success || (typeof value !== 'object' && kept !== value)) {
        call.complain(`${key} cannot be ${text}.`);
        return EXIT.usage;
      }
      const settings = await call.client.settings.change(change.data);
      const now: unknown = Object.entries(settings).find(([name]) => name === key)?.[1];
      call.answer(settings, saySetting({ [key]: now }));
      if (stands(kept, now)) return EXIT.done;
      call.complain(`${key} cannot be ${text} as long as it is null: name each of its parts.`);
      return EXIT.usage;
    },
  }),
];

/** A text or number as it is; an object with one line per part. */
function saySetting(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [sayValue(value)];
  return Object.entries(value).map(([name, part]) => `${name}: ${sayValue(part)}`);
}

function sayValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Naming one part of a setting that is null has no effect: the setting stays null. */
function stands(named: unknown, now: unknown): boolean {
  return typeof named !== 'object' || named === null || (typeof now === 'object' && now !== null);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so it is plain text.
    return text;
  }
}
