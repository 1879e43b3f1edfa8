import { type ParseResult, Visitor } from 'oxc-parser';

/** Every identifier of a source file: variables, members, types, private fields, elements of JSX. */
export function namesIn({ program }: ParseResult): ReadonlySet<string> {
  const names = new Set<string>();
  const note = ({ name }: { readonly name: string }): void => void names.add(name);
  new Visitor({ Identifier: note, PrivateIdentifier: note, JSXIdentifier: note }).visit(program);
  return names;
}
