/** The texts of each array of that key in a property list of macOS. */
export function valuesOf(list: string, key: string): readonly (readonly string[])[] {
  const arrays = [...list.matchAll(new RegExp(`<key>${key}</key>\\s*<array>(.*?)</array>`, 'gs'))];
  return arrays.map(([, inside = '']) => [...inside.matchAll(/<string>(.*?)<\/string>/g)].map(([, text = '']) => text));
}
