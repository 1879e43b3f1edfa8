import { frenchSpaces } from '#shared/i18n/french-spaces.ts';
import { consoleSwitches } from '#shared/i18n/console-switches.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { SwitchSchema } from '../control/answers.ts';

const FRENCH: Readonly<Record<string, string | undefined>> = frenchSpaces(consoleSwitches);

type Of = { readonly name: string; readonly schema: SwitchSchema; readonly language: Language };

/** What a switch does. A new switch is described by the schema's English until its French exists. */
export function describe({ name, schema, language }: Of): string {
  return (language === 'fr' ? FRENCH[name] : undefined) ?? schema.description ?? '';
}
