import { type FormEvent, useState } from 'react';
import styles from '../console.module.css';
import switchesStyles from '../switches.module.css';
import { useControlAction, useDescription, useSwitches } from '../control/use-control.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { ActionFault } from '../parts/list-with-panel.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { Choice, Toggle } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../i18n.tsx';
import { frenchSpaces } from '#shared/i18n/french-spaces.ts';
import { consoleSwitches } from '#shared/i18n/console-switches.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { SwitchSchema } from '../control/answers.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { z } from 'zod';

/** The receiver is where the demonstration sends to, not how the service behaves. */
const KEPT = 'webhookUrl';

/** Every switch in the schema, with its default. The page itself knows none of them. */
export function SwitchesPlace() {
  const { t, language } = useI18n();
  const now = useSwitches().data;
  const schemas = useDescription().data?.components.schemas.Switches.properties;
  const action = useControlAction();
  const [sought, setSought] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  if (now === undefined || schemas === undefined) return null;
  const all = Object.entries(schemas).map(([name, schema]) => ({
    name,
    schema,
    value: now[name],
    description: describe({ name, schema, language }),
    isChanged: !same(now[name], schema.default),
  }));
  const changed = all.filter(({ isChanged }) => isChanged);
  const wanted = sought.trim().toLowerCase();
  const shown = (onlyChanged ? changed : all).filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  const toReset = changed.filter(({ name }) => name !== KEPT);
  const reset = () =>
    action.mutate({
      method: 'PATCH',
      path: '/switches',
      body: Object.fromEntries(toReset.map(({ name, schema }) => [name, schema.default])),
    });
  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          {changed.length === 0 ? t('console.switches.default') : t('console.switches.changed', { count: changed.length })}
        </h2>
        <Button size="small" isDisabled={toReset.length === 0 || action.isPending} onPress={reset}>
          {t('console.switches.reset')}
        </Button>
      </div>
      <ActionFault error={action.error} />
      <div className={styles['filters']}>
        <TextField type="search" label={t('console.switches.find')} labelled="seen" value={sought} onChange={setSought} />
        <Toggle label={t('console.switches.only-changed')} isSelected={onlyChanged} onChange={setOnlyChanged} />
      </div>
      {shown.length === 0 && <p className={styles['quiet']}>{t('console.switches.none')}</p>}
      <ul className={switchesStyles['switches']}>
        {shown.map((one) => (
          <SwitchRow key={one.name} {...one} />
        ))}
      </ul>
    </>
  );
}

/** Whether two values of a switch are equal. On both sides the members are in the order of the schema. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const FRENCH: Readonly<Record<string, string | undefined>> = frenchSpaces(consoleSwitches);

type Of = { readonly name: string; readonly schema: SwitchSchema; readonly language: Language };

/** What a switch does. A new switch is described by the schema's English until its French exists. */
function describe({ name, schema, language }: Of): string {
  return (language === 'fr' ? FRENCH[name] : undefined) ?? schema.description ?? '';
}

type Props = {
  readonly name: string;
  readonly schema: SwitchSchema;
  readonly value: unknown;
  readonly description: string;
  readonly isChanged: boolean;
};

function SwitchRow({ name, schema, value, description, isChanged }: Props) {
  const { t } = useI18n();
  const action = useControlAction();
  const set = (changed: unknown) => action.mutate({ method: 'PATCH', path: '/switches', body: { [name]: changed } });
  const written = JSON.stringify(schema.default);
  return (
    <li className={classNames(switchesStyles['switch'], isChanged && switchesStyles['changed'])}>
      <div className={switchesStyles['switch-words']}>
        <h3 className={switchesStyles['switch-name']}>
          <code>{name}</code>
        </h3>
        <p className={styles['quiet']}>{description}</p>
        <p className={styles['quiet']}>{t('console.switch.default', { value: written })}</p>
      </div>
      <div className={switchesStyles['editor']}>
        {/* Mounted again when the value changes elsewhere, so that a draft is never older than the value it replaces. */}
        <SwitchEditor key={JSON.stringify(value)} name={name} kind={kindOf(schema)} value={value} onChange={set} />
        {isChanged && (
          <Button look="quiet" size="small" aria-label={t('console.switch.reset-of', { name })} onPress={() => set(schema.default)}>
            {t('console.switch.reset')}
          </Button>
        )}
        <ActionFault error={action.error} />
      </div>
    </li>
  );
}

type SwitchEditorProps = {
  readonly name: string;
  readonly kind: Kind;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

/** A choice of a few values applies at once; typed text is saved when the user asks for it. */
function SwitchEditor({ name, kind, value, onChange }: SwitchEditorProps) {
  switch (kind.kind) {
    case 'yes-no':
      return <Toggle label={name} labelled="heard" isSelected={value === true} onChange={onChange} />;
    case 'one-of': {
      const options = kind.values.map((one) => ({ value: String(one), label: String(one) }));
      const choose = (chosen: string) => onChange(kind.values.find((one) => String(one) === chosen));
      return <Choice label={name} labelled="heard" options={options} value={String(value)} onChange={choose} />;
    }
    case 'number':
    case 'text':
    case 'json':
      return <Written name={name} kind={kind} value={value} onChange={onChange} />;
    default:
      return unreachable(kind);
  }
}

function Written({ name, kind, value, onChange }: SwitchEditorProps & { readonly kind: Kind }) {
  const { t } = useI18n();
  const [text, setText] = useState(() => textOf(kind, value));
  const [error, setError] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = readText(kind, text);
    if (read === undefined) return setError(t('console.switch.not-json'));
    setError(null);
    onChange(read);
  };
  const isJson = kind.kind === 'json';
  return (
    <form className={switchesStyles['written']} onSubmit={save}>
      <TextField
        label={name}
        labelled="heard"
        lines={isJson ? 'many' : 'one'}
        inputMode={kind.kind === 'number' ? 'numeric' : 'text'}
        {...(isJson ? { hint: t('console.switch.json') } : {})}
        value={text}
        onChange={setText}
        error={error}
      />
      <Button size="small" type="submit" aria-label={t('console.switch.save-of', { name })} isDisabled={text === textOf(kind, value)}>
        {t('console.switch.save')}
      </Button>
    </form>
  );
}

function textOf(kind: Kind, value: unknown): string {
  if (kind.kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `undefined` if it is not JSON. Whether the value is valid is for the sandbox to decide. */
function readText(kind: Kind, text: string): unknown {
  if (kind.kind === 'text') return text === '' && kind.nullable ? null : text;
  if (kind.kind === 'number' && text.trim() === '') return kind.nullable ? null : undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The field shows the error.
    return undefined;
  }
}

/** How a switch is edited, from what its schema accepts. */
type Kind =
  | { readonly kind: 'yes-no' }
  | { readonly kind: 'one-of'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'number'; readonly nullable: boolean }
  | { readonly kind: 'text'; readonly nullable: boolean }
  | { readonly kind: 'json' };

const literal = z.union([z.string(), z.number()]);
const shape = z.looseObject({
  type: z.string().optional(),
  enum: z.array(literal).optional(),
  const: literal.optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
});

function kindOf(schema: SwitchSchema): Kind {
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
