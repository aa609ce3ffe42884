import { invalid } from '@svc/plugin-sdk'
import { variableNames } from './variables-schema.ts'

const placeholder = /\{\{\s*([A-Za-z_]+)\s*\}\}/g

/** Fills in a template in one pass, so that a value which looks like a variable stays a value. */
export const fillIn = (
  template: string,
  variables: Readonly<Record<string, string>>,
  asPart: (text: string) => string,
): string => template.replace(placeholder, (_, name: string) => asPart(variables[name] ?? ''))

/** Fills in the same text everywhere: to see what a template is like whatever its variables are. */
export const fillWith = (template: string, text: string): string => template.replace(placeholder, () => text)

/** 422 for a variable that there is none of: it would arrive as it was written. */
export function demandKnownVariables(field: string, template: string): void {
  const known: readonly string[] = variableNames
  const unknown = [...template.matchAll(placeholder)].find(([, name = '']) => !known.includes(name))?.[1]
  if (unknown)
    throw invalid(field, `contains the unknown variable {{${unknown.slice(0, 40)}}}; use one of ${known.join(', ')}`)
}
