import { DATE_PATTERNS } from '#shared/entries/values.ts';
import { Choice, Toggle } from '#shared/ui/parts/choice.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { AXIS_MEMBERS, type Choices, TYPED } from './choices.ts';
import { ColumnSelect, Part, Select } from './fields.tsx';
import styles from './mapping.module.css';
import { TypedField } from './mapping-questions.tsx';
import { SkippedRows, SourceRules } from './rules.tsx';
import type { Editing } from './use-editing.ts';
import { DecimalChoice, NegativeChoice, PositiveChoice } from './value-questions.tsx';

type Props = { readonly editing: Editing };

/** All that no column says: texts, rows, dates, signs, rows that are no lines. What is asked as a question above is not here again. */
export function ReadingChoices({ editing }: Props) {
  const { t } = useI18n();
  const { choices, change, start } = editing;
  const typed = TYPED.filter((member) => !start.open.includes(member));
  return (
    <>
      {typed.length > 0 && (
        <Part title={t('mapping.typed')} hint={t('mapping.typed.hint')}>
          <div className={styles['grid']}>
            {typed.map((member) => (
              <TypedField key={member} member={member} editing={editing} />
            ))}
          </div>
        </Part>
      )}
      <Part title={t('mapping.reads')}>
        <div className={styles['grid']}>
          <RowFields editing={editing} />
          <DateFields editing={editing} />
          <TextField
            label={t('mapping.meaning.currency')}
            hint={t('mapping.reads.currency.hint')}
            value={choices.currency}
            onChange={(currency) => change({ currency: currency.toUpperCase() })}
          />
        </div>
        {!start.open.includes('decimal') && <DecimalChoice editing={editing} label={t('mapping.reads.decimal')} />}
        <SideFields editing={editing} />
        {!start.open.includes('negative') && <NegativeChoice editing={editing} />}
        <KindFields editing={editing} />
        <Toggle
          label={t('mapping.names')}
          hint={t('mapping.names.hint')}
          isSelected={choices.labelFromAccount}
          onChange={(labelFromAccount) => change({ labelFromAccount })}
        />
      </Part>
      <SourceRules editing={editing} />
      <SkippedRows editing={editing} />
    </>
  );
}

function RowFields({ editing: { choices, change } }: Props) {
  const { t } = useI18n();
  return (
    <>
      <TextField
        label={t('mapping.reads.heading')}
        hint={t('mapping.reads.heading.hint')}
        inputMode="numeric"
        value={choices.headingRow === null ? '' : String(choices.headingRow)}
        onChange={(text) => change({ headingRow: text.trim() === '' ? null : lineIn(text) })}
      />
      <TextField
        label={t('mapping.reads.first')}
        inputMode="numeric"
        value={choices.firstRow === 0 ? '' : String(choices.firstRow)}
        onChange={(text) => change({ firstRow: lineIn(text) })}
      />
    </>
  );
}

/** 0 for what is no number of a line. */
function lineIn(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
}

function DateFields({ editing: { choices, change, start } }: Props) {
  const { t } = useI18n();
  const patterns = DATE_PATTERNS.map((value) => ({ value, label: value }));
  const same = { value: 'same' as const, label: t('mapping.reads.due-dates.same') };
  return (
    <>
      {!start.open.includes('dates') && (
        <Select label={t('mapping.reads.dates')} value={choices.dates} options={patterns} onChange={(dates) => change({ dates })} />
      )}
      {choices.meanings.includes('dueDate') && (
        <Select
          label={t('mapping.reads.due-dates')}
          value={choices.dueDates ?? 'same'}
          options={[same, ...patterns]}
          onChange={(dueDates) => change({ dueDates: dueDates === 'same' ? null : dueDates })}
        />
      )}
    </>
  );
}

function SideFields({ editing }: Props) {
  const { t } = useI18n();
  const { choices, change, start } = editing;
  const [hasAmount, hasSide] = [choices.meanings.includes('amount'), choices.meanings.includes('side')];
  if (!hasSide) return hasAmount && !start.open.includes('sides') ? <PositiveChoice editing={editing} /> : null;
  return (
    <div className={styles['grid']}>
      {(['debit', 'credit'] as const).map((side) => (
        <TextField
          key={side}
          label={t(`mapping.reads.letters.${side}`)}
          hint={t('mapping.reads.list')}
          value={choices.letters[side]}
          onChange={(text) => change({ letters: { ...choices.letters, [side]: text } })}
        />
      ))}
    </div>
  );
}

const NO_AXES: NonNullable<Choices['axes']> = { axisCode: null, axisLabel: null, section: null, sectionLabel: null };

function KindFields({ editing }: Props) {
  const { t } = useI18n();
  const { choices, change } = editing;
  const { kinds, axes, axisText } = choices;
  if (!choices.meanings.includes('kind')) return null;
  const options = (['left-out', 'sent'] as const).map((value) => ({ value, label: t(`mapping.reads.axes.${value}`) }));
  return (
    <>
      <div className={styles['grid']}>
        {(['lines', 'analytical'] as const).map((kind) => (
          <TextField
            key={kind}
            label={t(`mapping.reads.kinds.${kind}`)}
            hint={t('mapping.reads.list')}
            value={kinds[kind]}
            onChange={(text) => change({ kinds: { ...kinds, [kind]: text } })}
          />
        ))}
      </div>
      <Choice
        label={t('mapping.reads.axes')}
        asList
        options={options}
        value={axes === null ? 'left-out' : 'sent'}
        onChange={(value) => change({ axes: value === 'sent' ? (axes ?? NO_AXES) : null })}
      />
      {axes !== null && (
        <div className={styles['grid']}>
          {AXIS_MEMBERS.map((member) => (
            <ColumnSelect
              key={member}
              label={t(`mapping.reads.axes.${member}`)}
              editing={editing}
              column={axes[member]}
              onChange={(column) => change({ axes: { ...axes, [member]: column } })}
            />
          ))}
          <TextField label={t('mapping.reads.axes.text')} value={axisText} onChange={(text) => change({ axisText: text })} />
        </div>
      )}
    </>
  );
}
