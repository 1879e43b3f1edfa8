import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { MappingSample, MappingTried } from '#shared/app-api/entries.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import type { OpenQuestion } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { guessDatePattern, readSide } from '#shared/entries/values.ts';
import { useEngine } from '../../link/engine.ts';
import { type Choices, columnNamed, type Meaning, type SourceRule, withMeaning, withRules } from './choices.ts';
import { mappingOf } from './made-mapping.ts';
import { type Start, startOf } from './start.ts';

/** What is edited, and what comes of it. */
export type Editing = {
  readonly sample: MappingSample;
  readonly start: Start;
  readonly choices: Choices;
  /** Of the chosen heading row. */
  readonly headings: readonly string[];
  /** Null while something lacks. */
  readonly mapping: EntriesMapping | null;
  readonly unanswered: readonly OpenQuestion[];
  /** Columns, from 1, that nobody has looked at yet although their meaning is only the likeliest. */
  readonly unsure: ReadonlySet<number>;
  readonly isComplete: boolean;
  readonly isChanged: boolean;
  /** What the last whole mapping came to; null while there is none. */
  readonly tried: MappingTried | null;
  readonly change: (change: Partial<Choices>) => void;
  readonly give: (column: number, meaning: Meaning | null) => void;
  readonly rule: (rules: readonly SourceRule[]) => void;
  readonly answer: (question: OpenQuestion, isAnswered?: boolean) => void;
};

/** A pause in typing; shorter ones would read the file for every letter. */
const PAUSE_MS = 300;

export function useEditing(folderId: FolderId, sample: MappingSample): Editing {
  const [start] = useState(() => startOf(sample));
  const [choices, setChoices] = useState(start.choices);
  const [answered, setAnswered] = useState<ReadonlySet<OpenQuestion>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const { headingRow } = choices;
  const headings = useMemo(() => headingsAt(headingRow, sample, start), [headingRow, sample, start]);
  const mapping = useMemo(() => mappingOf(choices, start.base, headings), [choices, start, headings]);
  const tried = useTried(folderId, sample, mapping);
  const unanswered = start.open.filter((question) => !answered.has(question) && !choices.rules.some(({ member }) => member === question));
  const answer = (question: OpenQuestion, isAnswered = true) => {
    const others = new Set([...answered].filter((one) => one !== question));
    setAnswered(isAnswered ? others.add(question) : others);
  };
  return {
    sample,
    start,
    choices,
    headings,
    mapping,
    tried,
    unanswered,
    answer,
    unsure: new Set([...start.unsure].filter((column) => !seen.has(column) && !isSettled(column, choices, answered))),
    isComplete: mapping !== null && unanswered.length === 0,
    isChanged: choices !== start.choices || answered.size > 0,
    change: (change) => setChoices({ ...choices, ...change }),
    rule: (rules) => setChoices(withRules(choices, rules)),
    give: (column, meaning) => {
      setSeen(new Set([...seen, column]));
      setChoices(withFitting(withMeaning(choices, column, meaning), column, cellsIn(sample, column, choices.firstRow)));
    },
  };
}

/** The headings that the mapping began with, or the cells of another row; as many as the file has columns. */
function headingsAt(headingRow: number | null, { rows }: MappingSample, { base }: Start): readonly string[] {
  if (headingRow === base.headingRow) return base.headings;
  const cells = headingRow === null ? [] : (rows.find(({ line }) => line === headingRow)?.cells ?? []);
  return base.headings.map((_, index) => cells[index]?.trim() ?? '');
}

/** The question about a column answers for it, and a rule by which something is taken from it. */
function isSettled(column: number, { meanings, rules }: Choices, answered: ReadonlySet<OpenQuestion>): boolean {
  if (rules.some((rule) => rule.column === column)) return true;
  const meaning = meanings[column - 1];
  if (meaning === 'debit' || meaning === 'credit' || meaning === 'amount') return answered.has('sides');
  return answered.has(meaning as OpenQuestion);
}

export function cellsIn({ rows }: MappingSample, column: number, firstRow: number): readonly string[] {
  return rows
    .filter(({ line }) => line >= firstRow)
    .map(({ cells }) => cells[column - 1]?.trim() ?? '')
    .filter((cell) => cell !== '');
}

/** Dates and letters of sides are read as the new column has them, where its cells say it. */
function withFitting(choices: Choices, column: number, cells: readonly string[]): Choices {
  const meaning = choices.meanings[column - 1];
  const { pattern } = meaning === 'date' || meaning === 'dueDate' ? guessDatePattern(cells) : { pattern: null };
  if (pattern !== null && meaning === 'date') return { ...choices, dates: pattern };
  if (pattern !== null) return { ...choices, dueDates: pattern === choices.dates ? null : pattern };
  if (meaning !== 'side') return choices;
  const letters = (side: 'debit' | 'credit'): string => [...new Set(cells)].filter((cell) => readSide(cell) === side).join(', ');
  const [debit, credit] = [letters('debit'), letters('credit')];
  return debit === '' || credit === '' ? choices : { ...choices, letters: { debit, credit } };
}

/** Asks the engine a moment after the last change; until it answers, the answer before stays. */
function useTried(folderId: FolderId, sample: MappingSample, mapping: EntriesMapping | null): MappingTried | null {
  const { queries } = useEngine();
  const [settled, setSettled] = useState(mapping);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mapping), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [mapping]);
  const asked = settled ?? sample.proposed;
  const { data } = useQuery(
    queries.folders.tryMapping.queryOptions({
      input: { folderId, itemId: sample.itemId, mapping: asked },
      enabled: settled !== null,
      refetchInterval: false,
      placeholderData: (before) => before,
    }),
  );
  return mapping !== null && data?.ok === true ? data.value : null;
}

/** How a column is called: by its heading, else by what stands in its first row. */
export function columnName({ headings, sample, choices }: Pick<Editing, 'headings' | 'sample' | 'choices'>, column: number): string {
  return columnNamed(headings, column).name ?? cellsIn(sample, column, choices.firstRow)[0] ?? '';
}
