import { type JsonFlaw, type JsonNode, type JsonObject, type JsonScalar, jsonTree, lineStartsOf, placeAt } from '../lib/json-tree.ts';
import { type EntriesFault, type EntriesFaultKind, type FilePlace, jsonItemIn } from './entry-lines.ts';
import { LINES_MAX } from './rows.ts';
import { codePoint } from './values.ts';

/** An object with its members by name; of two with one name the last counts, as for JSON.parse. `path` leads to it from the root. */
export type Owner = { readonly node: JsonObject; readonly members: ReadonlyMap<string, JsonNode>; readonly path: string };

/**
 * Takes members of the kinds that are asked for out of the tree of a JSON text, and collects what is wrong with them: each fault has line, character and
 * the member's path.
 */
export class JsonMembers {
  readonly #starts: readonly number[];
  /** Of the text, in the order in which it is read. */
  flaws: readonly JsonFlaw[] = [];
  errors: EntriesFault[] = [];
  /** All but those of decimals. */
  faults = 0;

  constructor(json: string) {
    this.#starts = lineStartsOf(json);
  }

  /** Null where there is a fault. */
  number(owner: Owner, name: string): JsonScalar | null {
    const node = this.required(owner, name);
    if (node?.kind === 'number') return node;
    if (node !== null) this.type(node, under(owner, name), 'number');
    return null;
  }

  /** Empty where there is a fault. That a required text is empty is a matter of the rules that all formats share. */
  text(owner: Owner, name: string): string {
    const node = this.required(owner, name);
    return node === null ? '' : this.#string(node, under(owner, name));
  }

  optionalText(owner: Owner, name: string): string {
    const node = owner.members.get(name);
    return node === undefined || node.kind === 'null' ? '' : this.#string(node, under(owner, name));
  }

  #string(node: JsonNode, path: string): string {
    if (node.kind !== 'string') {
      this.type(node, path, 'string');
      return '';
    }
    const control = CONTROLS.exec(node.text);
    const isNoted = (): boolean => this.#flawsFrom(node.at).some((flaw) => flaw.path === path);
    if (control !== null && !isNoted()) this.fault('control-character', node.at, path, codePoint(control[0]));
    // Half of a pair (`"\ud83d"`) is right in JSON, and in no text that can be sent.
    if (!node.text.isWellFormed()) this.fault('encoding', node.at, path, node.text.toWellFormed());
    return node.text;
  }

  list(node: JsonNode | undefined, path: string): readonly JsonNode[] {
    if (node?.kind === 'array') return node.items;
    if (node !== undefined && node.kind !== 'null') this.type(node, path, 'array');
    return [];
  }

  /** What the text breaks off before is not missing: the flaw says so already. */
  required(owner: Owner, name: string): JsonNode | null {
    const node = owner.members.get(name);
    if (node !== undefined && node.kind !== 'null') return node;
    if (owner.node.whole) this.fault('missing', (node ?? owner.node).at, under(owner, name));
    return null;
  }

  memberOwner(owner: Owner, name: string): Owner | null {
    const node = this.required(owner, name);
    return node === null ? null : this.owner(node, under(owner, name));
  }

  owner(node: JsonNode, path: string): Owner | null {
    if (node.kind !== 'object') {
      this.type(node, path, 'object');
      return null;
    }
    const members = new Map<string, JsonNode>();
    for (const { name, at, value } of node.members) {
      if (members.has(name)) this.fault('duplicate-member', at, path === '' ? name : `${path}.${name}`, name);
      members.set(name, value);
    }
    return { node, members, path };
  }

  type(node: JsonNode, path: string, meant: string): void {
    if (node.kind !== 'broken') this.fault('type', node.at, path, node.kind, meant);
  }

  /** Whether the text itself is broken inside this value. */
  hasFlaw({ at, end }: JsonNode): boolean {
    return this.#flawsFrom(at).some((flaw) => flaw.at < end);
  }

  /** Flaws are noted in the order in which the text is read. */
  #flawsFrom(at: number): readonly JsonFlaw[] {
    return this.flaws.slice(this.flaws.findLastIndex((flaw) => flaw.at < at) + 1);
  }

  fault(kind: EntriesFaultKind, at: number, path: string, value?: string, meant?: string): void {
    if (kind !== 'decimals') this.faults += 1;
    if (this.errors.length >= FAULTS_MAX) return;
    this.errors.push({
      ...this.place(at, path),
      kind,
      ...(value === undefined ? {} : { value }),
      ...(meant === undefined ? {} : { meant }),
    });
  }

  place(at: number, path: string): FilePlace {
    return { ...placeAt(this.#starts, at), ...(path === '' ? {} : { name: path }) };
  }
}

/**
 * Moves faults that the rules of all formats have found in a JSON text from the beginning of their line of entries to the value of their member; what
 * is missing there stays where the line begins. Of very many faults the later ones stay there, too.
 */
export function atMembers(json: string): (fault: EntriesFault) => EntriesFault {
  const starts = lineStartsOf(json);
  let left = MOVED_MAX;
  return (fault) => {
    const { line, column, name } = fault;
    const path = jsonItemIn(name)?.member;
    const at = (starts[line - 1] ?? 0) + (column ?? 1) - 1;
    if (path === undefined || column === undefined || json[at] !== '{' || left === 0) return fault;
    left -= 1;
    const value = path
      .split(/[.[\]]+/)
      .reduce<JsonNode | null>((node, step) => (step === '' ? node : stepInto(node, step)), jsonTree(json.slice(at)).root);
    return value === null ? fault : { ...fault, ...placeAt(starts, at + value.at) };
  };
}

/** As many as are shown. */
const MOVED_MAX = 1_000;

function stepInto(node: JsonNode | null, step: string): JsonNode | null {
  if (node?.kind === 'array') return node.items[Number(step)] ?? null;
  return node?.kind === 'object' ? (node.members.findLast(({ name }) => name === step)?.value ?? null) : null;
}

export function under(owner: Owner, name: string): string {
  return owner.path === '' ? name : `${owner.path}.${name}`;
}

/** More faults than a file has lines help nobody; a hostile file must not fill the memory with them. */
export const FAULTS_MAX = LINES_MAX;

/** All but tab and the ends of lines. */
// oxlint-disable-next-line no-control-regex
export const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
