import { describe, expect, it } from 'vitest';
import { operatorsIn } from '#electron/conversion/pdf/drawn-pictures.ts';

function read(content: string): readonly string[] {
  return [...operatorsIn(Buffer.from(content, 'latin1'))].map(({ name, numbers, operand }) => [...numbers, operand ?? '-', name].join(' '));
}

describe('operators of a content stream', () => {
  it('come with their numbers and names', () => {
    expect(read('q 1 0 -.5 +2. 3.25 1e cm /Im#20A Do Q')).toEqual(['- q', '1 0 -0.5 2 3.25 - 1e', '- cm', 'Im A Do', '- Q']);
    expect(read('q\r10 0 0 10 0 0 cm/Im0 Do')).toEqual(['- q', '10 0 0 10 0 0 - cm', 'Im0 Do']);
  });

  it('are not found in texts, comments and dictionaries', () => {
    expect(read(String.raw`(a (b) \) /Im0 Do) Tj`)).toEqual(['- Tj']);
    expect(read('<2F 496D> Tj % /Im0 Do\nQ')).toEqual(['- Tj', '- Q']);
    expect(read('/OC << /MCID 1 >> BDC [(Do) -20 (q)] TJ')).toEqual(['1 MCID BDC', '-20 - TJ']);
    expect(read('(never ends /Im0 Do')).toEqual([]);
    expect(read('<2F /Im0 Do')).toEqual([]);
  });

  it('are not found in the data of pictures', () => {
    expect(read('BI /W 2 /H 2 ID \x01q Q EI\x80 /Im0 Do \x02 EI Q')).toEqual(['- BI', '2 2 H ID', '- Q']);
    expect(read('BI ID q Q')).toEqual(['- BI', '- ID']);
  });
});
