import { array, assert, constantFrom, integer, json, jsonValue, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonNode, jsonTree, lineStartsOf, placeAt } from '#shared/lib/json-tree.ts';
import { splitLines } from '#shared/entries/rows.ts';

/** What JSON.parse would make of the value, from what the tree kept of it. */
function plain(node: JsonNode): unknown {
  if (node.kind === 'object') return Object.fromEntries(node.members.map(({ name, value }) => [name, plain(value)]));
  if (node.kind === 'array') return node.items.map(plain);
  if (node.kind === 'string') return node.text;
  if (node.kind === 'number') return Number(node.text);
  return node.kind === 'null' ? null : node.text === 'true';
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** The tree has a flaw exactly where JSON.parse throws, and else says the same. */
function agree(text: string): void {
  const theirs = parsed(text);
  const { root, flaws } = jsonTree(text);
  expect({ text, isRight: flaws.length === 0 && root !== null }).toEqual({ text, isRight: theirs !== null });
  expect(theirs === null || root === null ? null : plain(root)).toEqual(theirs?.value ?? null);
}

const spaced = tuple(jsonValue({ maxDepth: 5 }), constantFrom(0, 2, '\t')).map(([value, space]) => JSON.stringify(value, null, space));

describe('the tree of a JSON text', () => {
  it('says what JSON.parse says', () => {
    assert(property(oneof(json({ maxDepth: 6 }), spaced), agree), { numRuns: 2_000 });
  });

  it('has a flaw exactly where JSON.parse throws: one change of any text, and loose letters', () => {
    const sign = constantFrom(...Array.from('"\\{}[],:01-+.eun \n\r\t\u0000\u00a0\u{FEFF}é'));
    const changed = tuple(spaced, integer({ min: 0, max: 400 }), integer({ min: 0, max: 2 }), sign).map(
      ([text, at, cut, put]) => `${text.slice(0, at)}${put}${text.slice(at + cut)}`,
    );
    assert(property(changed, agree), { numRuns: 8_000 });
    assert(
      property(
        array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
        agree,
      ),
      { numRuns: 8_000 },
    );
    assert(
      property(
        string({ unit: 'binary', maxLength: 10 }).map((text) => `["${text}"]`),
        agree,
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '-0',
    '1e2',
    '1E+2',
    '-1.50e-10',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '0x1',
    'NaN',
    'tru',
    'nulll',
    '"\\u12g4"',
    '"\\ud83d"',
    '"\\x"',
    '""""',
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    '[1,]',
    '{,}',
    '[]]',
    '',
  ])('and JSON.parse agree on %j', agree);

  it('keeps where each value stands, and the digits of a number', () => {
    const text = '{ "a": [1.50, "é\\n"],\r\n  "b": {"c": -1e2}}';
    const { root } = jsonTree(text);
    const found: string[] = [];
    const walk = (node: JsonNode): void => {
      found.push(text.slice(node.at, node.end));
      if (node.kind === 'object') for (const { value } of node.members) walk(value);
      if (node.kind === 'array') node.items.map(walk);
    };
    if (root !== null) walk(root);
    expect(found).toEqual([text, '[1.50, "é\\n"]', '1.50', '"é\\n"', '{"c": -1e2}', '-1e2']);
  });
});

describe('a flaw', () => {
  it.each([
    ['a comma too many', '{"a":[1,2,],"b":3}', ['json 9 a ,']],
    ['a comma too few', '{"a":1 "b":[{} {}]}', ['json 7  "', 'json 15 b {']],
    ['an amount as people write it', '{"a":1.234,56,"b":2}', ['json 5 a 1.234,56']],
    ['thousands set apart', '{"a":1 234,56,"b":1\u202f234}', ['json 5 a 1 234,56', 'json 18 b 1\u202f234']],
    ['two signs', '{"a":[{"b":--5}]}', ['json 11 a[0].b --5']],
    ['a control character', '{"a":"x\u0000y","b":\u0001}', ['control-character 7 a \u0000', 'control-character 15 b \u0001']],
    ['a quote that never closes', '{"a":1,\n"b":"x\n}', ['quote 12 b "x']],
    ['an escape that is none', '["\\x"]', ['json 2 [0] \\x']],
    ['a name without quotes', '{"a":1, b:2}', ['json 8  b']],
    ['more behind the end', '[1] [2]', ['json 4  [']],
    ['an end that is missing', '{"a":[1', ['json 7 a ']],
  ])('is found once, at its place, with what stands around it: %s', (_what, text, expected) => {
    expect(jsonTree(text).flaws.map(({ kind, at, path, text: found }) => `${kind} ${at} ${path} ${found}`)).toEqual(expected);
  });

  it('leaves what stands before it, and says what is not whole', () => {
    const { root } = jsonTree('{"a":[{"b":1},{"b":2,"c":}]}');
    const list = root?.kind === 'object' ? root.members[0]?.value : undefined;
    expect(list?.kind === 'array' && list.items.map((item) => item.kind === 'object' && item.whole)).toEqual([true, false]);
  });

  it('of control characters is the first one in each text, and of a hostile file not more than 10,000', () => {
    expect(jsonTree('["\u0000a\u0001","\u0002"]').flaws.map(({ at }) => at)).toEqual([2, 8]);
    expect(jsonTree(`[${'"\u0000",'.repeat(20_000)}1]`).flaws).toHaveLength(10_000);
  });

  it('is what is nested deeper than any program writes, at whatever length', () => {
    expect(jsonTree(`${'['.repeat(64)}${']'.repeat(64)}`).flaws).toEqual([]);
    expect(jsonTree('[{"a":'.repeat(500_000)).flaws).toHaveLength(1);
  });
});

describe('lines', () => {
  it('begin where an editor begins them, and places lead back', () => {
    const text = 'a\nb\r\nc\r\r\nd\re\r\rf';
    expect(lineStartsOf(text)).toEqual([0, 2, 5, 9, 11, 13, 14]);
    expect([0, 1, 2, 5, 6, 9, 14].map((at) => placeAt(lineStartsOf(text), at))).toEqual(
      [
        [1, 1],
        [1, 2],
        [2, 1],
        [3, 1],
        [3, 2],
        [4, 1],
        [7, 1],
      ].map(([line, column]) => ({ line, column })),
    );
  });

  it('are counted alike in rows', () => {
    const text = array(constantFrom('\r', '\n', 'a'), { maxLength: 30 }).map((signs) => `${signs.join('')}.`);
    assert(
      property(text, (one) => {
        const starts = lineStartsOf(one);
        expect(splitLines(one).map((line, index) => one.slice(starts[index], (starts[index] ?? 0) + line.length))).toEqual([
          ...splitLines(one),
        ]);
        expect(starts).toHaveLength(splitLines(one).length);
      }),
    );
  });
});
