/** A schema of the components, by name. */
export function refTo(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}

/** A response of the components, by name. */
export function responseRef(response: string) {
  return { $ref: `#/components/responses/${response}` };
}
