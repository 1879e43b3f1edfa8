import { describe, expect, it } from 'vitest';
import { withMemoryMax } from '#electron/conversion/pdf/wasm-memory.ts';
import { codecBytes } from '#electron/conversion/process/codec-files.ts';

/** A module that exports a memory of one page, with a maximum of 32768 pages or none. */
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const EXPORT = [7, 5, 1, 1, 0x6d, 2, 0];
const LIMITED = new Uint8Array([...HEADER, 5, 6, 1, 1, 1, 0x80, 0x80, 2, ...EXPORT]);
const UNLIMITED = new Uint8Array([...HEADER, 5, 3, 1, 0, 1, ...EXPORT]);

describe('the memory of a module', () => {
  it('grows to the maximum and no further', () => {
    const { m: memory } = new WebAssembly.Instance(new WebAssembly.Module(withMemoryMax(LIMITED, 3 * 65_536))).exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('no memory');
    expect(memory.grow(2)).toBe(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('cannot be limited if it has no maximum, or if the module is cut off', () => {
    expect(() => withMemoryMax(UNLIMITED, 65_536)).toThrow(RangeError);
    expect(() => withMemoryMax(LIMITED.subarray(0, 11), 65_536)).toThrow(RangeError);
  });

  it('is limited in each module that reads PDFs', async () => {
    for (const codec of ['pdfium', 'qpdf'] as const) {
      expect(WebAssembly.validate(withMemoryMax(await codecBytes(codec), 64 * 1_048_576))).toBe(true);
    }
  });
});
