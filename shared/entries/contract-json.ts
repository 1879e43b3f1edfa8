import { type JsonFlaw, type JsonNode, jsonTree } from '../lib/json-tree.ts';
import type {
  EntriesFault,
  EntriesReading,
  EntriesRefusal,
  EntryAmount,
  EntryAxis,
  EntryLine,
  EntrySection,
  ReadLine,
} from './entry-lines.ts';
import { CONTROLS, FAULTS_MAX, JsonMembers, type Owner, under } from './json-members.ts';
import { centsOf, isoDay, plainDecimal } from './json-values.ts';
import { LINES_MAX } from './rows.ts';
import { codePoint, plainAmount } from './values.ts';

/** `anyCurrency`: an operator has said how the service means the rate (C47); otherwise only amounts in euros are right. */
export type ContractJsonOptions = { readonly anyCurrency?: boolean };

/**
 * Reads the contract's own JSON (§ Lines of entries), `{"data":{"lines":[…]}}` or wrapped as for § Entries route, `{"entries":{"data":…}}`.
 * Faults have line, character and the member's path. A line with one is left out, unless it is only `decimals`: it has the cents meant. In an
 * optional member `null` and an empty text are as none; members that the contract does not have go to `unsent`.
 */
export function readContractJson(text: string, options: ContractJsonOptions = {}): EntriesReading | EntriesRefusal {
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const first = json.trimStart()[0];
  if (first === undefined) return { refused: 'empty' };
  if (first !== '{') return { refused: 'not-entries' };
  return new ContractReader(json, options).readAll();
}

const BYTE_ORDER_MARK = '\u{FEFF}';

const OPTIONAL_TEXTS = ['journalLabel', 'thirdParty', 'thirdPartySiren', 'thirdPartyLabel', 'label', 'documentReference'] as const;
const LINE_MEMBERS: ReadonlySet<string> = new Set<string>([
  'date',
  'debit',
  'credit',
  'journal',
  'account',
  'reference',
  'dueDate',
  'analyticalAxes',
  ...OPTIONAL_TEXTS,
]);
/** Stands for an amount that has a fault; its line is not read. */
const NO_AMOUNT: EntryAmount = { cents: 0, currency: '', currencyCents: 0, currencyRate: '0' };
const EURO = 'EUR';
type ReadItem = { readonly line: ReadLine | null; readonly errors: readonly EntriesFault[] };

/** The places of lines, bare or wrapped: `data.lines[3]`, `entries.data.lines[3]`. */
function isLineAt(path: readonly (string | number)[]): boolean {
  if (path[path.length - 2] !== 'lines' || path[path.length - 3] !== 'data') return false;
  return (path.length === 3 || (path.length === 4 && path[0] === 'entries')) && Number(path.at(-1)) < LINES_MAX;
}

const AMOUNT_PATH = /\.(?:amount|currencyAmount|currencyRate)$/;

class ContractReader {
  readonly #json: JsonMembers;
  readonly #tree: ReturnType<typeof jsonTree>;
  readonly #anyCurrency: boolean;
  /** Lines that were read while the text was, by what took their place in its tree. */
  readonly #read = new Map<JsonNode, ReadItem>();
  /** The faults in there. */
  #kept = 0;

  constructor(json: string, options: ContractJsonOptions) {
    this.#json = new JsonMembers(json);
    this.#anyCurrency = options.anyCurrency === true;
    this.#tree = jsonTree(json, (item, path, flaws) => (isLineAt(path) ? this.#readItem(item, path, flaws) : item));
    this.#json.flaws = this.#tree.flaws;
  }

  /** A line is read at once, and only what came of it is kept: the tree of a year's books takes far more memory than its lines. */
  #readItem(item: JsonNode, path: readonly (string | number)[], flaws: readonly JsonFlaw[]): JsonNode {
    const place: JsonNode = { kind: 'null', at: item.at, end: item.end, text: '' };
    this.#json.flaws = flaws;
    this.#json.errors = [];
    const line = this.#line(item, `${path.slice(0, -1).join('.')}[${path.at(-1)}]`);
    const { errors } = this.#json;
    this.#read.set(place, { line, errors: this.#kept < FAULTS_MAX ? errors : [] });
    this.#kept += errors.length;
    this.#json.errors = [];
    return place;
  }

  readAll(): EntriesReading | EntriesRefusal {
    const { root, flaws } = this.#tree;
    for (const { kind, at, path, text } of flaws) {
      const control = kind === 'control-character' ? CONTROLS.exec(text) : null;
      this.#json.fault(
        kind === 'json' && AMOUNT_PATH.test(path) ? 'no-amount' : kind,
        at,
        path,
        control === null ? text : codePoint(control[0]),
      );
    }
    if (root?.kind !== 'object') return flaws.length === 0 ? { refused: 'not-entries' } : this.#reading([]);
    const outer = this.#json.owner(root, '');
    const wrapped = outer?.members.has('data') === true ? undefined : outer?.members.get('entries');
    if (outer === null || (flaws.length === 0 && wrapped === undefined && !outer.members.has('data'))) return { refused: 'not-entries' };
    const entries = wrapped === undefined ? outer : this.#json.owner(wrapped, 'entries');
    const data = entries === null ? null : this.#json.memberOwner(entries, 'data');
    const lines = data === null ? null : this.#json.required(data, 'lines');
    return lines === null || data === null ? this.#reading([]) : this.#lines(lines, under(data, 'lines'));
  }

  #reading(lines: readonly ReadLine[]): EntriesReading {
    const errors = this.#json.errors.toSorted((one, other) => one.line - other.line || (one.column ?? 0) - (other.column ?? 0));
    return { format: 'json', lines, errors, warnings: [] };
  }

  #lines(node: JsonNode, path: string): EntriesReading | EntriesRefusal {
    const items = this.#json.list(node, path);
    if (items.length > LINES_MAX) return { refused: 'too-many-lines', place: this.#json.place((items[LINES_MAX] ?? node).at, path) };
    if (node.kind === 'array' && items.length === 0 && node.whole) this.#json.fault('no-lines', node.at, path);
    return this.#reading(items.flatMap((item, index) => this.#known(item) ?? this.#line(item, `${path}[${index}]`) ?? []));
  }

  /** What was read of a line already; undefined where it was not. */
  #known(item: JsonNode): readonly ReadLine[] | undefined {
    const read = this.#read.get(item);
    if (read === undefined) return undefined;
    for (const error of read.errors) if (this.#json.errors.length < FAULTS_MAX) this.#json.errors.push(error);
    return read.line === null ? [] : [read.line];
  }

  /** Null for a line that has a fault of its own. */
  #line(node: JsonNode, path: string): ReadLine | null {
    const before = this.#json.faults;
    const owner = this.#json.owner(node, path);
    if (owner === null) return null;
    const dueDate = this.#day(owner, 'dueDate', this.#json.optionalText(owner, 'dueDate'));
    const texts = OPTIONAL_TEXTS.map((name) => [name, this.#json.optionalText(owner, name)] as const);
    const axes = this.#axes(owner);
    const line: EntryLine = {
      date: this.#day(owner, 'date', this.#json.text(owner, 'date')),
      debit: this.#amount(owner, 'debit'),
      credit: this.#amount(owner, 'credit'),
      journal: this.#json.text(owner, 'journal'),
      account: this.#json.text(owner, 'account'),
      reference: this.#json.text(owner, 'reference'),
      ...(dueDate === '' ? {} : { dueDate }),
      ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
      ...(axes.length === 0 ? {} : { analyticalAxes: axes }),
    };
    if (this.#json.faults > before || !owner.node.whole || this.#json.hasFlaw(node)) return null;
    const unsent = [...owner.members].filter(([name]) => !LINE_MEMBERS.has(name));
    const place = this.#json.place(node.at, path);
    return unsent.length === 0
      ? { place, line }
      : { place, line, unsent: Object.fromEntries(unsent.map(([name, value]) => [name, shown(value)])) };
  }

  #axes(line: Owner): readonly EntryAxis[] {
    const path = under(line, 'analyticalAxes');
    const codes = new Set<string>();
    return this.#json.list(line.members.get('analyticalAxes'), path).flatMap((node, index): readonly EntryAxis[] => {
      const owner = this.#json.owner(node, `${path}[${index}]`);
      if (owner === null) return [];
      const axisCode = this.#json.text(owner, 'axisCode');
      const code = owner.members.get('axisCode');
      if (code?.kind === 'string' && codes.has(axisCode)) this.#json.fault('duplicate-axis', code.at, under(owner, 'axisCode'), axisCode);
      codes.add(axisCode);
      const axisLabel = this.#json.optionalText(owner, 'axisLabel');
      return [{ axisCode, ...(axisLabel === '' ? {} : { axisLabel }), sections: this.#sections(owner) }];
    });
  }

  #sections(axis: Owner): readonly EntrySection[] {
    const path = under(axis, 'sections');
    const list = this.#json.required(axis, 'sections');
    if (list?.kind === 'array' && list.items.length === 0 && list.whole) this.#json.fault('no-sections', list.at, path);
    return this.#json.list(list ?? undefined, path).flatMap((node, index): readonly EntrySection[] => {
      const owner = this.#json.owner(node, `${path}[${index}]`);
      if (owner === null) return [];
      const sides = { debit: this.#amount(owner, 'debit'), credit: this.#amount(owner, 'credit') };
      const [section, sectionLabel] = [this.#json.text(owner, 'section'), this.#json.optionalText(owner, 'sectionLabel')];
      return [{ ...sides, section, ...(sectionLabel === '' ? {} : { sectionLabel }) }];
    });
  }

  #amount(side: Owner, name: string): EntryAmount {
    const owner = this.#json.memberOwner(side, name);
    if (owner === null) return NO_AMOUNT;
    const cents = this.#cents(owner, 'amount');
    const currency = this.#json.text(owner, 'currency');
    const written = owner.members.get('currency');
    const isWrong = !this.#anyCurrency && written?.kind === 'string' && currency !== EURO;
    if (isWrong) this.#json.fault('currency', written.at, under(owner, 'currency'), currency, EURO);
    return { cents, currency, currencyCents: this.#cents(owner, 'currencyAmount'), currencyRate: this.#rate(owner) };
  }

  #cents(owner: Owner, name: string): number {
    const node = this.#json.number(owner, name);
    const read = node === null ? 'none' : centsOf(node.text);
    if (node === null || read === 'none') return 0;
    if (typeof read === 'object' && 'cents' in read) return read.cents;
    if (read === 'too-large') this.#json.fault('amount-too-large', node.at, under(owner, name), node.text);
    else this.#json.fault('decimals', node.at, under(owner, name), node.text, plainAmount(read.meant));
    return typeof read === 'object' ? read.meant : 0;
  }

  #rate(owner: Owner): string {
    const node = this.#json.number(owner, 'currencyRate');
    const rate = node === null ? '0' : plainDecimal(node.text);
    if (node !== null && rate === null) this.#json.fault('amount-too-large', node.at, under(owner, 'currencyRate'), node.text);
    return rate ?? '0';
  }

  #day(owner: Owner, name: string, text: string): string {
    const read = text === '' ? { day: '' } : isoDay(text);
    if ('day' in read) return read.day;
    this.#json.fault('no-date', (owner.members.get(name) ?? owner.node).at, under(owner, name), text, read.meant);
    return '';
  }
}

function shown(node: JsonNode): string {
  return node.kind === 'object' ? '{…}' : node.kind === 'array' ? '[…]' : node.text;
}
