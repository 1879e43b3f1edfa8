/** A number, or what a call of an import returns. */
export type Value = number | { readonly call: string; readonly with?: readonly Value[] };

type Hostile = {
  /** The real module: its imports are asked for again, under the same names and with the same types. */
  readonly of: Uint8Array;
  /** What is called, one after the other, by each exported function without arguments; then it returns 0, or nothing if it is a `start`. */
  readonly functions: Readonly<Record<string, { readonly calls: readonly Value[]; readonly returns?: Value }>>;
  readonly memory: string;
  readonly table?: string;
  /** Texts and numbers of 32 bits in the memory, by address. */
  readonly data?: Readonly<Record<number, string | readonly number[]>>;
};

type Import = { readonly module: string; readonly name: string; readonly type: number };
type Type = { readonly parameters: readonly number[]; readonly results: readonly number[] };
const [I32, I64, F64] = [0x7f, 0x7e, 0x7c];
/** `\0asm`, and the version. */
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const [TYPE_SECTION, IMPORT_SECTION] = [1, 2];

/** A module that takes the place of a codec which an attacker controls: the same imports, and functions of the attacker's. */
export function hostileWasm({ of, functions, memory, table, data = {} }: Hostile): Uint8Array<ArrayBuffer> {
  const { types, imports } = headOf(of);
  const [none, number] = [types.length, types.length + 1];
  const names = Object.keys(functions);
  const typesOf = names.map((name) => (functions[name]?.returns === undefined ? none : number));
  const body = (name: string): number[] => {
    const { calls = [], returns } = functions[name] ?? {};
    const code = calls.flatMap((one) => {
      const { bytes, results } = valueCode(one, { types, imports });
      return [...bytes, ...results.map(() => 0x1a)];
    });
    return vector([[0, ...code, ...(returns === undefined ? [] : valueCode(returns, { types, imports }).bytes), 0x0b]].flat());
  };
  const exported = names.map((name, at) => [...text(name), 0, ...leb(imports.length + at)]);
  return new Uint8Array([
    ...HEAD,
    ...section(1, [...types.map(typeCode), [0x60, 0, 0], [0x60, 0, 1, I32]]),
    ...section(
      2,
      imports.map((one) => [...text(one.module), ...text(one.name), 0, ...leb(one.type)]),
    ),
    ...section(3, typesOf.map(leb)),
    // Everything the module has can be called by its place in the table, from 1 on.
    ...section(4, [[0x70, 0, ...leb(names.length + 1)]]),
    ...section(5, [[1, 4, ...leb(1_024)]]),
    ...section(7, [...exported, [...text(memory), 2, 0], ...(table === undefined ? [] : [[...text(table), 1, 0]])]),
    ...section(9, [[0, 0x41, 1, 0x0b, ...leb(names.length), ...names.flatMap((_, at) => leb(imports.length + at))]]),
    ...section(10, names.map(body)),
    ...section(
      11,
      Object.entries(data).map(([at, what]) => [0, 0x41, ...signed(Number(at)), 0x0b, ...vector(dataBytes(what))]),
    ),
  ]);
}

function valueCode(
  value: Value,
  of: { readonly types: readonly Type[]; readonly imports: readonly Import[] },
): { bytes: number[]; results: readonly number[] } {
  if (typeof value === 'number') return { bytes: [0x41, ...signed(value)], results: [I32] };
  const index = of.imports.findIndex(({ name }) => name === value.call);
  const type = of.types[of.imports[index]?.type ?? -1];
  if (type === undefined) throw new Error(`no import ${value.call}`);
  const given = type.parameters.flatMap((parameter, at) => {
    const one = value.with?.[at] ?? 0;
    if (parameter === I64) return [0x42, ...signed(one as number)];
    if (parameter === F64) return [0x44, 0, 0, 0, 0, 0, 0, 0, 0];
    const { bytes, results } = valueCode(one, of);
    // A handle may be told as a number with a fraction.
    return results[0] === F64 ? [...bytes, 0xaa] : bytes;
  });
  return { bytes: [...given, 0x10, ...leb(index)], results: type.results };
}

function headOf(wasm: Uint8Array): { readonly types: readonly Type[]; readonly imports: readonly Import[] } {
  let at = 8;
  const number = (): number => {
    for (let [value, shift] = [0, 0]; ; shift += 7) {
      const byte = wasm[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (): readonly number[] => {
    const length = number();
    at += length;
    return [...wasm.subarray(at - length, at)];
  };
  const name = (): string => String.fromCharCode(...bytes());
  let [types, imports]: [Type[], Import[]] = [[], []];
  while (at < wasm.length) {
    const id = wasm[at++];
    const [length, from] = [number(), at];
    const all = <One>(one: () => One): One[] => Array.from({ length: number() }, one);
    if (id === TYPE_SECTION) types = all(() => ({ form: at++, parameters: bytes(), results: bytes() }));
    if (id === IMPORT_SECTION) imports = all(() => ({ module: name(), name: name(), kind: at++, type: number() }));
    at = from + length;
  }
  return { types, imports };
}

function typeCode({ parameters, results }: Type): number[] {
  return [0x60, ...vector(parameters), ...vector(results)];
}

function section(id: number, parts: readonly (readonly number[])[]): number[] {
  return [id, ...vector([...leb(parts.length), ...parts.flat()])];
}

function vector(bytes: readonly number[]): number[] {
  return [...leb(bytes.length), ...bytes];
}

function text(of: string): number[] {
  return vector([...Buffer.from(of)]);
}

function dataBytes(what: string | readonly number[]): number[] {
  return typeof what === 'string' ? [...Buffer.from(`${what}\0`)] : [...Buffer.from(Uint32Array.from(what).buffer)];
}

/** Without a sign. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -64 && value < 64;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
