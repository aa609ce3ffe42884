import { invalid } from '@svc/plugin-sdk'
import { variableNames } from '../variables-schema.ts'

const placeholder = /\{\{\s*([A-Za-z_]+)\s*\}\}/g

/** Renders a template in one pass, so that placeholders inside values are not replaced. */
export const renderTemplate = (
  template: string,
  variables: Readonly<Record<string, string>>,
  escapeValue: (text: string) => string,
): string => template.replace(placeholder, (_, name: string) => escapeValue(variables[name] ?? ''))

/** Replaces all placeholders with one text, to validate a template independently of its variables. */
export const fillPlaceholders = (template: string, text: string): string => template.replace(placeholder, () => text)

/** Throws 422 for an unknown variable, which would be sent as an empty text. */
export function requireKnownVariables(field: string, template: string): void {
  const names: readonly string[] = variableNames
  const unknown = [...template.matchAll(placeholder)].find(([, name = '']) => !names.includes(name))?.[1]
  if (unknown)
    throw invalid(field, `contains the unknown variable {{${unknown.slice(0, 40)}}}; use one of ${names.join(', ')}`)
}
