import { COPY_KINDS, isDamage } from './copies.ts';
import type { Listed } from './listed.ts';
import type { Measured, MeasuredCopy } from './measure.ts';
import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import { type Rule, RULES } from './loss.ts';

export type Figures = {
  readonly refusedShare: number;
  /** Of cut and holed copies, and of those with other damage. */
  readonly lost: number;
  readonly damaged: number;
};

export type Run = {
  readonly files: readonly Measured[];
  readonly copies: readonly MeasuredCopy[];
};

export function figuresOf({ files, copies }: Run): Figures {
  const readable = files.filter((one) => one.readable);
  const lost = copies.filter(isLost);
  const damaged = lost.filter(({ copy }) => isDamage(copy)).length;
  return { refusedShare: readable.filter(isRefused).length / Math.max(1, readable.length), lost: lost.length - damaged, damaged };
}

function isLost({ verdict, loss }: MeasuredCopy): boolean {
  return verdict === 'sent' && loss === 'lost';
}

/** The figures, as tables in Markdown. */
export function reportOf(run: Run): string {
  const { files, copies } = run;
  const { refusedShare, lost, damaged } = figuresOf(run);
  return [
    '# The two errors of `inspect`: figures of the last run',
    'Written by `npm run -s corpus`; what they mean is in [README.md](README.md), and each file behind them in [verdicts.tsv](verdicts.tsv).',
    `Readable by two tools and refused by us: **${(100 * refusedShare).toFixed(2)} %** (target 0.1 % at most).`,
    `Cut and holed copies that are sent without a question though something is lost: **${lost}** (target 0).`,
    `Copies with other damage, sent without a question though two tools show less: **${damaged}** (target 1 % of those that lose something).`,
    filesTable(files),
    copiesTable(copies),
    '',
  ].join('\n\n');
}

/** Why copies lost nothing, each file that is refused or asked about, each copy that is sent though it lost something, and why files were left out. */
export function rowsOf({ files, copies }: Run): string {
  const out = files.filter(({ readable }) => !readable);
  const wrong = copies.filter(isLost);
  const unread = out.filter(({ verdict }) => verdict !== 'sent' && verdict !== 'password');
  const rows: readonly (readonly string[])[] = [
    ['list', 'what', 'why', 'file'],
    ...unharmedRows(copies),
    ...files.filter(isRefused).map((one) => ['refused', one.verdict, `qpdf: ${one.qpdf}`, nameOf(one.file)]),
    ...files
      .filter(({ readable, verdict }) => readable && verdict.startsWith('asked'))
      .map((one) => ['asked', one.verdict, '', nameOf(one.file)]),
    ...tally(wrong.map(({ file, copy, where }) => `${file.kind}, ${copy.kind}: ${where}`)).map(([what, n]) => [
      'lost, by what was hit',
      `${n}`,
      what,
      '',
    ]),
    ...wrong.map(({ copy, where, file }) => ['lost', copy.what, `${copy.from} to ${copy.to} of ${file.bytes}, in ${where}`, nameOf(file)]),
    ...unread.map((one) => ['refused, left out', one.verdict, one.whyNot ?? '', nameOf(one.file)]),
    ...leftOut(out).map(([count, sent, why]) => ['left out, by complaint', `${count}, of which ${sent} are sent`, why, '']),
  ];
  return `${rows.map((cells) => cells.map((cell) => cell.replaceAll(/\s/g, ' ')).join('\t')).join('\n')}\n`;
}

function filesTable(all: readonly Measured[]): string {
  const rows = figuresOfFiles(all).map(({ kind, files, readable, refused, asked }) => [kind, files, readable, refused, asked].map(String));
  return table(['kind', 'files', 'readable', 'refused', 'asked about'], rows);
}

function copiesTable(all: readonly MeasuredCopy[]): string {
  const rows = figuresOfCopies(all).map(({ kind, how, copies, held, asked, unharmed, lost, heldAndLost, notAsked }) =>
    [`${kind}, ${how}`, copies, held, asked, unharmed.reduce((sum, [, count]) => sum + count, 0), lost, heldAndLost, notAsked].map(String),
  );
  return table(['copies', 'number', 'refused', 'asked', 'sent: nothing lost', 'sent: lost', 'held: lost', 'not known'], rows);
}

/** Why copies were sent though something of the file is missing. */
function unharmedRows(all: readonly MeasuredCopy[]): readonly (readonly string[])[] {
  return figuresOfCopies(all).flatMap(({ kind, how, unharmed }) =>
    unharmed.flatMap(([reason, count]) =>
      count === 0 ? [] : [['nothing lost', `${count}`, `${kind}, ${how}: ${reason.replaceAll('-', ' ')}`, '']],
    ),
  );
}

function leftOut(out: readonly Measured[]): readonly (readonly [count: number, sent: number, why: string])[] {
  return tally(out.map(({ file, whyNot }) => `${file.kind}, ${whyNot ?? ''}`)).map(([why, count]) => {
    const sent = out.filter(({ file, whyNot, verdict }) => verdict === 'sent' && `${file.kind}, ${whyNot ?? ''}` === why);
    return [count, sent.length, why];
  });
}

function nameOf({ source, path, sha256 }: Listed): string {
  return `${source}: ${path} (${sha256.slice(0, 12)})`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? 'None.' : [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}

/** Why it is right to send a copy. */
type Unharmed = Rule | 'not-visible' | 'in-one-reader';
const UNHARMED: readonly Unharmed[] = [...RULES, 'not-visible', 'in-one-reader'];

type OfKind = {
  readonly kind: TakenKind;
  readonly files: number;
  readonly readable: number;
  readonly refused: number;
  readonly asked: number;
};

type OfCopies = {
  readonly kind: TakenKind;
  readonly how: (typeof COPY_KINDS)[number];
  readonly copies: number;
  readonly held: number;
  readonly asked: number;
  /** Sent without loss, by each of the reasons. */
  readonly unharmed: readonly (readonly [reason: Unharmed, copies: number])[];
  readonly lost: number;
  /** Refused or asked about, and lost; 0 if that was not measured. */
  readonly heldAndLost: number;
  readonly notAsked: number;
};

const KINDS = ['pdf', 'jpeg', 'png', 'bmp'] as const;

function isRefused({ readable, verdict }: Measured): boolean {
  return readable && verdict !== 'sent' && !isAsked(verdict);
}

function isAsked(verdict: string): boolean {
  return verdict.startsWith('asked');
}

function figuresOfFiles(all: readonly Measured[]): readonly OfKind[] {
  return KINDS.map((kind) => {
    const some = all.filter(({ file }) => file.kind === kind);
    const readable = some.filter((one) => one.readable);
    return {
      kind,
      files: some.length,
      readable: readable.length,
      refused: readable.filter(isRefused).length,
      asked: readable.filter(({ verdict }) => isAsked(verdict)).length,
    };
  });
}

function figuresOfCopies(all: readonly MeasuredCopy[]): readonly OfCopies[] {
  return KINDS.flatMap((kind) =>
    COPY_KINDS.map((how) => {
      const copies = all.filter(({ file, copy }) => file.kind === kind && copy.kind === how);
      const sent = copies.filter(({ verdict }) => verdict === 'sent');
      const of = (loss: MeasuredCopy['loss']): number => sent.filter((one) => one.loss === loss).length;
      return {
        kind,
        how,
        copies: copies.length,
        held: copies.filter(({ verdict }) => verdict !== 'sent' && !isAsked(verdict)).length,
        asked: copies.filter(({ verdict }) => isAsked(verdict)).length,
        unharmed: UNHARMED.map((reason) => [reason, of(reason)] as const),
        lost: of('lost'),
        heldAndLost: copies.filter(({ verdict, loss }) => verdict !== 'sent' && loss === 'lost').length,
        notAsked: of('not-asked'),
      };
    }),
  );
}

/** How many there are of each, the most frequent first. */
function tally(all: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
