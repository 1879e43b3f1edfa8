import { type Huffman, huffman } from './jpeg-bits.ts';

/** Numbers of symbols of each code length, and the symbols. */
type Written = readonly [counts: string, symbols: string];

const DC_LUMINANCE: Written = ['00010501010101010100000000000000', '000102030405060708090a0b'];
const DC_CHROMINANCE: Written = ['00030101010101010101010000000000', '000102030405060708090a0b'];
const AC_LUMINANCE: Written = [
  '0002010303020403050504040000017d',
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
    '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aa' +
    'b2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
];
const AC_CHROMINANCE: Written = [
  '00020102040403040705040400010277',
  '0001020311040521310612415107617113223281081442' +
    '91a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a' +
    '737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7' +
    'd8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
];

/**
 * The Huffman tables of a picture that has none of its own, such as a frame of Motion JPEG: those of ISO/IEC 10918-1, K.3, which every reader
 * knows. Those of the picture replace them.
 */
export const STANDARD_TABLES = {
  dc: tablesOf([DC_LUMINANCE, DC_CHROMINANCE]),
  ac: tablesOf([AC_LUMINANCE, AC_CHROMINANCE]),
} as const;

function tablesOf(written: readonly Written[]): readonly (readonly [number, Huffman])[] {
  return written.flatMap(([counts, symbols], at) => {
    const table = huffman(Buffer.from(counts, 'hex'), Buffer.from(symbols, 'hex'));
    return table === null ? [] : [[at, table] as const];
  });
}
