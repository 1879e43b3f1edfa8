import { Group } from 'react-aria-components';
import { MAPPED_MEMBERS } from '#shared/entries/column-roles.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { type Choices, type SourceRule, textByRule } from './choices.ts';
import { ColumnSelect, Part, Select } from './fields.tsx';
import styles from './mapping.module.css';
import { cellsIn, type Editing } from './use-editing.ts';

type Props = { readonly editing: Editing };

/** Rules by which something is taken from a part of a cell, or only from some rows, each with what it gives in the first rows. */
export function SourceRules({ editing }: Props) {
  const { t } = useI18n();
  const { rules } = editing.choices;
  return (
    <Part title={t('mapping.rule')} hint={t('mapping.rule.hint')}>
      {rules.map((rule, index) => (
        <OneRule
          // Rules are told by their place alone.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          number={index + 1}
          rule={rule}
          editing={editing}
          onChange={(change) => editing.rule(rules.map((one, at) => (at === index ? { ...one, ...change } : one)))}
          onRemove={() => editing.rule(rules.filter((_, at) => at !== index))}
        />
      ))}
      {rules.length < SOURCE_RULES_MAX && (
        <div>
          <Button size="small" onPress={() => editing.rule([...rules, nextRule(editing)])}>
            {t('mapping.rule.add')}
          </Button>
        </div>
      )}
    </Part>
  );
}

const SOURCE_RULES_MAX = 20;
const PLACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type RuleProps = Props & {
  readonly number: number;
  readonly rule: SourceRule;
  readonly onChange: (change: Partial<SourceRule>) => void;
  readonly onRemove: () => void;
};

function OneRule({ number, rule, editing, onChange, onRemove }: RuleProps) {
  const { t } = useI18n();
  const values = { number: String(number) };
  const members = MAPPED_MEMBERS.map((value) => ({ value, label: t(`mapping.meaning.${value}`) }));
  return (
    <Group aria-label={t('mapping.rule.number', values)} className={styles['rule'] ?? ''}>
      <div className={styles['grid']}>
        <Select
          label={t('mapping.rule.member', values)}
          value={rule.member}
          options={members}
          onChange={(member) => onChange({ member })}
        />
        <ColumnSelect
          label={t('mapping.rule.column')}
          editing={editing}
          column={rule.column}
          onChange={(column) => onChange({ column: column ?? 1 })}
        />
        <TextField
          label={t('mapping.rule.separator')}
          hint={t('mapping.rule.separator.hint')}
          value={rule.separator}
          onChange={(separator) => onChange({ separator })}
        />
        {rule.separator !== '' && (
          <>
            <Select
              label={t('mapping.rule.place')}
              value={PLACES[rule.place - 1] ?? '1'}
              options={PLACES.map((value) => ({ value, label: value }))}
              onChange={(place) => onChange({ place: Number(place) })}
            />
            <TextField label={t('mapping.rule.prefix')} value={rule.prefix} onChange={(prefix) => onChange({ prefix })} />
          </>
        )}
        <RuleCondition {...{ rule, editing, onChange }} />
        <div className={styles['remove']}>
          <Button size="small" onPress={onRemove}>
            {t('mapping.rule.remove', values)}
          </Button>
        </div>
      </div>
      <RuleResult rule={rule} editing={editing} />
    </Group>
  );
}

/** In which rows it counts. */
function RuleCondition({ rule, editing, onChange }: Pick<RuleProps, 'rule' | 'editing' | 'onChange'>) {
  const { t } = useI18n();
  return (
    <>
      <ColumnSelect
        label={t('mapping.rule.where')}
        editing={editing}
        column={rule.whereColumn}
        onChange={(whereColumn) => onChange({ whereColumn })}
      />
      {rule.whereColumn !== null && (
        <TextField
          label={t('mapping.rule.is')}
          hint={t('mapping.reads.list')}
          value={rule.whereIs}
          onChange={(whereIs) => onChange({ whereIs })}
        />
      )}
    </>
  );
}

/** The first different texts that it gives. */
function RuleResult({ rule, editing: { sample, choices } }: Props & { readonly rule: SourceRule }) {
  const { t } = useI18n();
  const rows = sample.rows.filter(({ line }) => line >= choices.firstRow);
  const texts = [...new Set(rows.map(({ cells }) => textByRule(rule, cells)))].filter((text) => text !== '').slice(0, TEXTS_SHOWN);
  return (
    <p className={styles['quiet']}>
      {texts.length === 0 ? t('mapping.rule.none') : t('mapping.rule.gives', { values: texts.join(' · ') })}
    </p>
  );
}

const TEXTS_SHOWN = 3;

/** The next thing in the cells of the last rule; without one, the account's. */
function nextRule({ choices, sample }: Editing): SourceRule {
  const { rules, meanings, firstRow } = choices;
  const last = rules.at(-1);
  const isFree = (member: SourceRule['member']): boolean => !rules.some((rule) => rule.member === member);
  const member = (['account', 'thirdParty'] as const).find(isFree) ?? MAPPED_MEMBERS.find(isFree) ?? 'account';
  if (last !== undefined)
    return { ...last, member, place: Math.min(last.place + 1, PLACES.length), prefix: '', whereColumn: null, whereIs: '' };
  const column = Math.max(1, meanings.indexOf('account') + 1);
  return {
    member,
    column,
    separator: separatorIn(cellsIn(sample, column, firstRow)),
    place: 1,
    prefix: '',
    whereColumn: null,
    whereIs: '',
  };
}

const SEPARATORS = [':', '.', '/', '-', '_', ' '] as const;

/** What stands in one of the first cells between its things; none where they hold one. */
function separatorIn(cells: readonly string[]): string {
  return SEPARATORS.find((separator) => cells.some((cell) => cell.includes(separator))) ?? '';
}

/** Rules by which rows are no lines, such as those of totals. */
export function SkippedRows({ editing }: Props) {
  const { t } = useI18n();
  const { choices, change } = editing;
  const { skip } = choices;
  const changed = (index: number, rule: Partial<Choices['skip'][number]>) =>
    change({ skip: skip.map((one, at) => (at === index ? { ...one, ...rule } : one)) });
  return (
    <Part title={t('mapping.skip')}>
      {skip.map((rule, index) => (
        // Rules are told by their place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles['grid']}>
          <ColumnSelect
            label={t('mapping.skip.column', { number: String(index + 1) })}
            editing={editing}
            column={rule.column}
            onChange={(column) => changed(index, { column: column ?? 1 })}
          />
          <TextField
            label={t('mapping.skip.begins')}
            hint={t('mapping.skip.hint')}
            value={rule.begins}
            onChange={(begins) => changed(index, { begins })}
          />
          <div className={styles['remove']}>
            <Button size="small" onPress={() => change({ skip: skip.filter((_, at) => at !== index) })}>
              {t('mapping.skip.remove', { number: String(index + 1) })}
            </Button>
          </div>
        </div>
      ))}
      {skip.length < ROW_RULES_MAX && (
        <div>
          <Button size="small" onPress={() => change({ skip: [...skip, { column: 1, begins: 'Total' }] })}>
            {t('mapping.skip.add')}
          </Button>
        </div>
      )}
    </Part>
  );
}

const ROW_RULES_MAX = 20;
