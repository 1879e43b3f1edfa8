import { type JsonNode, type JsonObject, type JsonScalar, jsonTree, lineStartsOf, placeAt } from '../lib/json-tree.ts';
import type {
  EntriesFault,
  EntriesFaultKind,
  EntriesReading,
  EntriesRefusal,
  EntryAmount,
  EntryAxis,
  EntryLine,
  EntrySection,
  FilePlace,
  ReadLine,
} from './entry-lines.ts';
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
/** More faults than a file has lines help nobody; a hostile file must not fill the memory with them. */
const FAULTS_MAX = LINES_MAX;

/** An object with its members by name; of two with one name the last counts, as for JSON.parse. */
type Owner = { readonly node: JsonObject; readonly members: ReadonlyMap<string, JsonNode>; readonly path: string };

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
const AMOUNT_PATH = /\.(?:amount|currencyAmount|currencyRate)$/;

class ContractReader {
  readonly #starts: readonly number[];
  readonly #tree: ReturnType<typeof jsonTree>;
  readonly #flawed: ReadonlySet<string>;
  readonly #flawOffsets: readonly number[];
  readonly #anyCurrency: boolean;
  readonly #errors: EntriesFault[] = [];
  /** All but those of decimals. */
  #faults = 0;

  constructor(json: string, options: ContractJsonOptions) {
    this.#starts = lineStartsOf(json);
    this.#tree = jsonTree(json);
    this.#flawed = new Set(this.#tree.flaws.map(({ path }) => path));
    this.#flawOffsets = this.#tree.flaws.map(({ at }) => at).toSorted((one, other) => one - other);
    this.#anyCurrency = options.anyCurrency === true;
  }

  readAll(): EntriesReading | EntriesRefusal {
    const { root, flaws } = this.#tree;
    for (const { kind, at, path, text } of flaws) {
      const control = kind === 'control-character' ? CONTROLS.exec(text) : null;
      this.#fault(
        kind === 'json' && AMOUNT_PATH.test(path) ? 'no-amount' : kind,
        at,
        path,
        control === null ? text : codePoint(control[0]),
      );
    }
    if (root?.kind !== 'object') return flaws.length === 0 ? { refused: 'not-entries' } : this.#reading([]);
    const outer = this.#owner(root, '');
    const wrapped = outer?.members.has('data') === true ? undefined : outer?.members.get('entries');
    if (outer === null || (flaws.length === 0 && wrapped === undefined && !outer.members.has('data'))) return { refused: 'not-entries' };
    const entries = wrapped === undefined ? outer : this.#owner(wrapped, 'entries');
    const data = entries === null ? null : this.#memberOwner(entries, 'data');
    const lines = data === null ? null : this.#required(data, 'lines');
    return lines === null || data === null ? this.#reading([]) : this.#lines(lines, under(data, 'lines'));
  }

  #reading(lines: readonly ReadLine[]): EntriesReading {
    const errors = this.#errors.toSorted((one, other) => one.line - other.line || (one.column ?? 0) - (other.column ?? 0));
    return { format: 'json', lines, errors, warnings: [] };
  }

  #lines(node: JsonNode, path: string): EntriesReading | EntriesRefusal {
    const items = this.#list(node, path);
    if (items.length > LINES_MAX) return { refused: 'too-many-lines', place: this.#place((items[LINES_MAX] ?? node).at, path) };
    if (node.kind === 'array' && items.length === 0 && node.whole) this.#fault('no-lines', node.at, path);
    return this.#reading(items.flatMap((item, index) => this.#line(item, `${path}[${index}]`) ?? []));
  }

  /** Null for a line that has a fault of its own. */
  #line(node: JsonNode, path: string): ReadLine | null {
    const before = this.#faults;
    const owner = this.#owner(node, path);
    if (owner === null) return null;
    const dueDate = this.#day(owner, 'dueDate', this.#optionalText(owner, 'dueDate'));
    const texts = OPTIONAL_TEXTS.map((name) => [name, this.#optionalText(owner, name)] as const);
    const axes = this.#axes(owner);
    const line: EntryLine = {
      date: this.#day(owner, 'date', this.#text(owner, 'date')),
      debit: this.#amount(owner, 'debit'),
      credit: this.#amount(owner, 'credit'),
      journal: this.#text(owner, 'journal'),
      account: this.#text(owner, 'account'),
      reference: this.#text(owner, 'reference'),
      ...(dueDate === '' ? {} : { dueDate }),
      ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
      ...(axes.length === 0 ? {} : { analyticalAxes: axes }),
    };
    if (this.#faults > before || !owner.node.whole || this.#hasFlaw(node)) return null;
    const unsent = [...owner.members].filter(([name]) => !LINE_MEMBERS.has(name));
    const place = this.#place(node.at, path);
    return unsent.length === 0
      ? { place, line }
      : { place, line, unsent: Object.fromEntries(unsent.map(([name, value]) => [name, shown(value)])) };
  }

  #axes(line: Owner): readonly EntryAxis[] {
    const path = under(line, 'analyticalAxes');
    const codes = new Set<string>();
    return this.#list(line.members.get('analyticalAxes'), path).flatMap((node, index): readonly EntryAxis[] => {
      const owner = this.#owner(node, `${path}[${index}]`);
      if (owner === null) return [];
      const axisCode = this.#text(owner, 'axisCode');
      const code = owner.members.get('axisCode');
      if (code?.kind === 'string' && codes.has(axisCode)) this.#fault('duplicate-axis', code.at, under(owner, 'axisCode'), axisCode);
      codes.add(axisCode);
      const axisLabel = this.#optionalText(owner, 'axisLabel');
      return [{ axisCode, ...(axisLabel === '' ? {} : { axisLabel }), sections: this.#sections(owner) }];
    });
  }

  #sections(axis: Owner): readonly EntrySection[] {
    const path = under(axis, 'sections');
    const list = this.#required(axis, 'sections');
    if (list?.kind === 'array' && list.items.length === 0 && list.whole) this.#fault('no-sections', list.at, path);
    return this.#list(list ?? undefined, path).flatMap((node, index): readonly EntrySection[] => {
      const owner = this.#owner(node, `${path}[${index}]`);
      if (owner === null) return [];
      const sides = { debit: this.#amount(owner, 'debit'), credit: this.#amount(owner, 'credit') };
      const [section, sectionLabel] = [this.#text(owner, 'section'), this.#optionalText(owner, 'sectionLabel')];
      return [{ ...sides, section, ...(sectionLabel === '' ? {} : { sectionLabel }) }];
    });
  }

  #amount(side: Owner, name: string): EntryAmount {
    const owner = this.#memberOwner(side, name);
    if (owner === null) return NO_AMOUNT;
    const cents = this.#cents(owner, 'amount');
    const currency = this.#text(owner, 'currency');
    const written = owner.members.get('currency');
    const isWrong = !this.#anyCurrency && written?.kind === 'string' && currency !== EURO;
    if (isWrong) this.#fault('currency', written.at, under(owner, 'currency'), currency, EURO);
    return { cents, currency, currencyCents: this.#cents(owner, 'currencyAmount'), currencyRate: this.#rate(owner) };
  }

  #cents(owner: Owner, name: string): number {
    const node = this.#number(owner, name);
    const read = node === null ? 'none' : centsOf(node.text);
    if (node === null || read === 'none') return 0;
    if (typeof read === 'object' && 'cents' in read) return read.cents;
    if (read === 'too-large') this.#fault('amount-too-large', node.at, under(owner, name), node.text);
    else this.#fault('decimals', node.at, under(owner, name), node.text, plainAmount(read.meant));
    return typeof read === 'object' ? read.meant : 0;
  }

  #rate(owner: Owner): string {
    const node = this.#number(owner, 'currencyRate');
    const rate = node === null ? '0' : plainDecimal(node.text);
    if (node !== null && rate === null) this.#fault('amount-too-large', node.at, under(owner, 'currencyRate'), node.text);
    return rate ?? '0';
  }

  #number(owner: Owner, name: string): JsonScalar | null {
    const node = this.#required(owner, name);
    if (node?.kind === 'number') return node;
    if (node !== null) this.#type(node, under(owner, name), 'number');
    return null;
  }

  #day(owner: Owner, name: string, text: string): string {
    const read = text === '' ? { day: '' } : isoDay(text);
    if ('day' in read) return read.day;
    this.#fault('no-date', (owner.members.get(name) ?? owner.node).at, under(owner, name), text, read.meant);
    return '';
  }

  /** Empty where there is a fault. That a required text is empty is a matter of the rules that all formats share. */
  #text(owner: Owner, name: string): string {
    const node = this.#required(owner, name);
    return node === null ? '' : this.#string(node, under(owner, name));
  }

  #optionalText(owner: Owner, name: string): string {
    const node = owner.members.get(name);
    return node === undefined || node.kind === 'null' ? '' : this.#string(node, under(owner, name));
  }

  #string(node: JsonNode, path: string): string {
    if (node.kind !== 'string') {
      this.#type(node, path, 'string');
      return '';
    }
    const control = CONTROLS.exec(node.text);
    if (control !== null && !this.#flawed.has(path)) this.#fault('control-character', node.at, path, codePoint(control[0]));
    // Half of a pair (`"\ud83d"`) is right in JSON, and in no text that can be sent.
    if (!node.text.isWellFormed()) this.#fault('encoding', node.at, path, node.text.toWellFormed());
    return node.text;
  }

  #list(node: JsonNode | undefined, path: string): readonly JsonNode[] {
    if (node?.kind === 'array') return node.items;
    if (node !== undefined && node.kind !== 'null') this.#type(node, path, 'array');
    return [];
  }

  /** What the text breaks off before is not missing: the flaw says so already. */
  #required(owner: Owner, name: string): JsonNode | null {
    const node = owner.members.get(name);
    if (node !== undefined && node.kind !== 'null') return node;
    if (owner.node.whole) this.#fault('missing', (node ?? owner.node).at, under(owner, name));
    return null;
  }

  #memberOwner(owner: Owner, name: string): Owner | null {
    const node = this.#required(owner, name);
    return node === null ? null : this.#owner(node, under(owner, name));
  }

  #owner(node: JsonNode, path: string): Owner | null {
    if (node.kind !== 'object') {
      this.#type(node, path, 'object');
      return null;
    }
    const members = new Map<string, JsonNode>();
    for (const { name, at, value } of node.members) {
      if (members.has(name)) this.#fault('duplicate-member', at, path === '' ? name : `${path}.${name}`, name);
      members.set(name, value);
    }
    return { node, members, path };
  }

  #type(node: JsonNode, path: string, meant: string): void {
    if (node.kind !== 'broken') this.#fault('type', node.at, path, node.kind, meant);
  }

  #hasFlaw({ at, end }: JsonNode): boolean {
    const { line } = placeAt(this.#flawOffsets, end - 1);
    return (this.#flawOffsets[line - 1] ?? end) >= at && (this.#flawOffsets[line - 1] ?? end) < end;
  }

  #fault(kind: EntriesFaultKind, at: number, path: string, value?: string, meant?: string): void {
    if (kind !== 'decimals') this.#faults += 1;
    if (this.#errors.length >= FAULTS_MAX) return;
    this.#errors.push({
      ...this.#place(at, path),
      kind,
      ...(value === undefined ? {} : { value }),
      ...(meant === undefined ? {} : { meant }),
    });
  }

  #place(at: number, path: string): FilePlace {
    return { ...placeAt(this.#starts, at), ...(path === '' ? {} : { name: path }) };
  }
}

function under(owner: Owner, name: string): string {
  return owner.path === '' ? name : `${owner.path}.${name}`;
}

/** All but tab and the ends of lines. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

function shown(node: JsonNode): string {
  return node.kind === 'object' ? '{…}' : node.kind === 'array' ? '[…]' : node.text;
}
